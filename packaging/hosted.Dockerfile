# lapkeep-host alone in an empty image, for compose.hosted.yaml.
#   docker build --file packaging/hosted.Dockerfile --tag lapkeep-host .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY host/go.mod host/go.sum host/
RUN cd host && go mod download
COPY internal internal
COPY host host
ARG VERSION=dev
RUN cd host && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /image/lapkeep-host ./cmd/lapkeep-host \
 && mkdir /image/data

FROM scratch
COPY --from=build /image/lapkeep-host /
COPY LICENSE /
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /image/data /data
COPY --from=build --chown=65532:65532 /image/data /secret
COPY --from=build --chown=65532:65532 /image/data /copies
USER 65532:65532
VOLUME /data
ENTRYPOINT ["/lapkeep-host"]
CMD ["serve"]
