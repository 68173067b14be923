# Lapkeep alone in an empty image: no shell, no root, nothing written but /data.
#   docker build --build-arg VERSION="$(git describe --tags --always)" -t lapkeep .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY internal internal
COPY packaging packaging
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /image/lapkeep ./cmd/lapkeep \
 && go run ./packaging/notices /image/THIRD_PARTY_NOTICES.txt \
 && mkdir /image/data

FROM scratch
LABEL org.opencontainers.image.title="Lapkeep" \
      org.opencontainers.image.description="An endurance athlete's training data, kept on this machine" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /image/lapkeep /image/THIRD_PARTY_NOTICES.txt /
COPY LICENSE /
# By which services are recognised.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
# A new volume takes over whose folder this was.
COPY --from=build --chown=65532:65532 /image/data /data
# Whose a volume is and who may enter it is not ours to say; the folder in it is.
ENV LAPKEEP_HOME=/data/home
USER 65532:65532
VOLUME /data
ENTRYPOINT ["/lapkeep"]
CMD ["serve"]
