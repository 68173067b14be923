package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// mostPixels is how many pixels a PNG can have; it takes 4 bytes each to draw.
const mostPixels = 1 << 24

// largestScale is how many pixels a unit of a PNG can have.
const largestScale = 8

// PNG writes the picture with so many pixels a unit, both ways: 2 is what
// dense screens want. What has no background is transparent.
func (c *Canvas) PNG(scale float64) ([]byte, error) {
	width, height := c.size()
	w, h := math.Round(width*scale), math.Round(height*scale)
	if !(w >= 1 && h >= 1 && w*h <= mostPixels && scale <= largestScale) { // NaN neither
		return nil, fmt.Errorf("a PNG of %g × %g units at %g pixels a unit is out of bounds: it has 1 to %d pixels, and at most %d a unit",
			width, height, scale, mostPixels, largestScale)
	}
	r := raster{img: image.NewRGBA(image.Rect(0, 0, int(w), int(h))), scale: scale}
	r.draw(c.Shapes)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	var img image.Image = r.img
	if p := paletted(r.img); p != nil {
		img = p
	}
	if err := encoder.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("write a PNG: %w", err)
	}
	return out.Bytes(), nil
}

// paletted is the image with a byte a pixel; nil if it has too many colours.
// Such a PNG is smaller and sooner written, and says the same.
func paletted(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, nil)
	known := map[[4]uint8]uint8{}
	var last [4]uint8
	var index uint8
	for i := range out.Pix {
		c := [4]uint8(img.Pix[4*i : 4*i+4])
		if i > 0 && c == last {
			out.Pix[i] = index
			continue
		}
		at, ok := known[c]
		if !ok {
			if len(known) == 256 {
				return nil
			}
			at = uint8(len(known))
			known[c] = at
			out.Palette = append(out.Palette, color.NRGBAModel.Convert(color.RGBA{c[0], c[1], c[2], c[3]}))
		}
		last, index, out.Pix[i] = c, at, at
	}
	return out
}
