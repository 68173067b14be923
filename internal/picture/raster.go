package picture

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// tile is the longest side of an area that is drawn in one step. Up to 512 pixels, the
// rasterizer uses integers, so that the result is the same on every processor.
const tile = 512

type raster struct {
	img    *image.RGBA
	scale  float64 // pixels per unit
	fill   vector.Rasterizer
	mask   image.Alpha // mask of a tile
	path   []Point     // outlines in pixels
	starts []int       // where the outlines in path begin
	text   *writer
	buffer *png.EncoderBuffer
	runs   []run // of the last picture, whose memory is used again
}

// Get returns the buffer of the encoder, which is larger than a picture.
func (r *raster) Get() *png.EncoderBuffer { return r.buffer }

// Put keeps the buffer.
func (r *raster) Put(b *png.EncoderBuffer) { r.buffer = b }

func (s Rect) drawOn(r *raster) {
	left, top, right, bottom, ok := s.placed()
	if !ok {
		return
	}
	// A background has whole pixels, and no soft edges.
	if edges := [4]float64{left * r.scale, top * r.scale, right * r.scale, bottom * r.scale}; s.Paint.Color.A == 0xff &&
		!slices.ContainsFunc(edges[:], func(v float64) bool { return v != math.Trunc(v) }) {
		box := image.Rect(int(edges[0]), int(edges[1]), int(edges[2]), int(edges[3]))
		draw.Draw(r.img, box, image.NewUniform(s.Paint.Color), image.Point{}, draw.Src)
		return
	}
	r.polygon([]Point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, s.Paint.Color)
}

// polygon fills a polygon whose points are in units.
func (r *raster) polygon(points []Point, c color.NRGBA) {
	r.begin()
	r.outline(points)
	r.paint(c)
}

// outline adds an outline to the path, given in units.
func (r *raster) outline(points []Point) {
	r.starts = append(r.starts, len(r.path))
	for _, p := range points {
		r.path = append(r.path, Point{p.X * r.scale, p.Y * r.scale})
	}
}

// steps is the number of different opacities at an edge. Fewer steps give fewer
// colours, so that a picture fits into a palette; more would not be visible.
const steps = 15

// blend blends a colour into a pixel, of which a share of cover/255 is covered.
func blend(pixel []uint8, c color.NRGBA, cover uint32) {
	cover = (cover*steps + 127) / 0xff * 0xff / steps
	a := (cover*uint32(c.A) + 127) / 0xff
	if a == 0 {
		return
	}
	under := 0xff - a
	pixel[0] = uint8((uint32(c.R)*a + uint32(pixel[0])*under + 127) / 0xff)
	pixel[1] = uint8((uint32(c.G)*a + uint32(pixel[1])*under + 127) / 0xff)
	pixel[2] = uint8((uint32(c.B)*a + uint32(pixel[2])*under + 127) / 0xff)
	pixel[3] = uint8((0xff*a + uint32(pixel[3])*under + 127) / 0xff)
}

func (s Polygon) drawOn(r *raster) {
	r.polygon(s.placed(), s.Paint.Color)
}

func (s Lines) drawOn(r *raster) {
	width, ok := within(s.Width)
	if !ok || width <= 0 {
		return
	}
	r.begin()
	for _, segment := range s.Segments {
		if segment, ok := segment.placed(); ok {
			r.line(segment, width, s)
		}
	}
	r.paint(s.Paint.Color)
}

// line adds a line to the path, as a rectangle for each dash. All have the same direction, so that lines which
// cross each other are filled once.
func (r *raster) line(s Segment, width float64, style Lines) {
	dx, dy := s.To.X-s.From.X, s.To.Y-s.From.Y
	length := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	dash, every := length, length
	if style.dashed() {
		dash, every = style.Dash, 2*style.Dash
	}
	side := Point{-dy / length * width / 2, dx / length * width / 2}
	for i := 0; float64(i)*every < length; i++ {
		from := float64(i) * every
		a := between(s.From, s.To, from/length)
		b := between(s.From, s.To, min(from+dash, length)/length)
		r.outline([]Point{
			{a.X + side.X, a.Y + side.Y}, {b.X + side.X, b.Y + side.Y}, {b.X - side.X, b.Y - side.Y}, {a.X - side.X, a.Y - side.Y},
		})
	}
}

func (s Text) drawOn(r *raster) {
	at, text, ok := s.placed()
	if !ok {
		return
	}
	if r.text == nil {
		r.text = newWriter()
	}
	ppem := fixed.Int26_6(math.Round(s.Size * r.scale * 64))
	x := at.X * r.scale
	switch width := float64(r.text.width(text, ppem)) / 64; s.Anchor {
	case Start:
	case Middle:
		x -= width / 2
	case End:
		x -= width
	}
	y := math.Round(at.Y * r.scale) // letters look sharper on a row of pixels
	for _, c := range written(text) {
		glyph, ok := r.text.glyph(c)
		if !ok {
			continue
		}
		r.begin()
		r.text.outline(glyph, ppem, func(p Point) {
			r.starts = append(r.starts, len(r.path))
			r.path = append(r.path, Point{x + p.X, y + p.Y})
		}, func(p Point) {
			r.path = append(r.path, Point{x + p.X, y + p.Y})
		})
		r.paint(s.Paint.Color)
		x += float64(r.text.advance(glyph, ppem)) / 64
	}
}

func (s Group) drawOn(r *raster) { r.draw(s.Shapes) }

func (r *raster) draw(shapes []Shape) {
	for _, s := range shapes {
		if s != nil {
			s.drawOn(r)
		}
	}
}

func (r *raster) begin() { r.path, r.starts = r.path[:0], r.starts[:0] }

// paint fills the area enclosed by the path, tile by tile.
func (r *raster) paint(c color.NRGBA) {
	if len(r.path) < 3 || c.A == 0 {
		return
	}
	box := r.bounds()
	for y := box.Min.Y; y < box.Max.Y; y += tile {
		for x := box.Min.X; x < box.Max.X; x += tile {
			r.paintTile(image.Rect(x, y, min(x+tile, box.Max.X), min(y+tile, box.Max.Y)), c)
		}
	}
}

// bounds returns the pixels of the image that the path can touch.
func (r *raster) bounds() image.Rectangle {
	low, high := r.path[0], r.path[0]
	for _, p := range r.path {
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	return image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).
		Intersect(r.img.Rect)
}

func (r *raster) paintTile(box image.Rectangle, c color.NRGBA) {
	w, h := box.Dx(), box.Dy()
	r.fill.Reset(w, h)
	r.fill.DrawOp = draw.Src
	for i, from := range r.starts {
		to := len(r.path)
		if i+1 < len(r.starts) {
			to = r.starts[i+1]
		}
		r.trace(r.path[from:to], box)
	}
	if cap(r.mask.Pix) < w*h {
		r.mask.Pix = make([]uint8, w*h)
	}
	r.mask.Pix, r.mask.Stride, r.mask.Rect = r.mask.Pix[:w*h], w, image.Rect(0, 0, w, h)
	r.fill.Draw(&r.mask, r.mask.Rect, image.Opaque, image.Point{})
	solid := [4]uint8{c.R, c.G, c.B, c.A}
	var under, over [4]uint8 // the last colors of a pixel before and after: most neighbours are the same
	var cover uint8
	for y := range h {
		line := r.img.Pix[r.img.PixOffset(box.Min.X, box.Min.Y+y):]
		for x, a := range r.mask.Pix[y*w : (y+1)*w] {
			switch pixel := line[4*x : 4*x+4 : 4*x+4]; {
			case a == 0xff && c.A == 0xff: // most pixels
				copy(pixel, solid[:])
			case a == 0:
			case a == cover && under == [4]uint8(pixel):
				copy(pixel, over[:])
			default:
				cover, under = a, [4]uint8(pixel)
				blend(pixel, c, uint32(a))
				over = [4]uint8(pixel)
			}
		}
	}
}

// trace adds an outline to what is filled in a box. An outline beside the box has no part in it.
func (r *raster) trace(outline []Point, box image.Rectangle) {
	left, right := math.Inf(1), math.Inf(-1)
	for _, p := range outline {
		left, right = min(left, p.X), max(right, p.X)
	}
	if right <= float64(box.Min.X) || left >= float64(box.Max.X) {
		return
	}
	for i, p := range outline {
		x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
		if i == 0 {
			r.fill.MoveTo(x, y)
			continue
		}
		r.fill.LineTo(x, y)
	}
	r.fill.ClosePath()
}

// rasters reuses the memory of earlier pictures. These are megabytes that would otherwise
// become garbage after each picture.
var rasters = sync.Pool{New: func() any { return &raster{} }}

// blank sets the image of r to a transparent one.
func (r *raster) blank(w, h int) {
	if r.img != nil && cap(r.img.Pix) >= 4*w*h {
		*r.img = image.RGBA{Pix: r.img.Pix[:4*w*h], Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
		clear(r.img.Pix)
		return
	}
	r.img = image.NewRGBA(image.Rect(0, 0, w, h))
}

// mostPixels is the maximum number of pixels of a PNG; drawing takes 4 bytes
// each.
const mostPixels = 1 << 24

// largestScale is the maximum number of pixels per unit in a PNG.
const largestScale = 8

// PNG encodes the picture with scale pixels per unit in both directions: 2 is suitable
// for high-density screens. Without a background, the PNG is transparent.
func (c *Canvas) PNG(scale float64) ([]byte, error) {
	width, height := c.size()
	w, h := math.Round(width*scale), math.Round(height*scale)
	if !(w >= 1 && h >= 1 && w*h <= mostPixels && scale <= largestScale) { // also true for NaN
		return nil, fmt.Errorf("a PNG of %g × %g units at %g pixels per unit is out of bounds: it must have 1 to %d pixels, "+
			"and at most %d per unit",
			width, height, scale, mostPixels, largestScale)
	}
	r := rasters.Get().(*raster) //nolint:errcheck // the pool contains nothing else
	defer rasters.Put(r)
	r.blank(int(w), int(h))
	r.scale = scale
	r.draw(c.Shapes)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: r}
	var img image.Image = r.img
	if p := r.paletted(); p != nil {
		img = p
	}
	if err := encoder.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("write a PNG: %w", err)
	}
	return out.Bytes(), nil
}

// shades is the maximum number of colours of a PNG with one byte per pixel.
const shades = 256

// rare is the share of pixels whose colours may be replaced: that of soft edges.
const rare = 0.05

// run is a row of pixels of one colour.
type run struct {
	color  uint16
	pixels int
}

// paletted returns the image with one byte per pixel. Such a PNG is smaller and faster to
// write. If there are too many colours, the rarest, which are those of soft edges, are
// replaced by the nearest others: no solid shape is changed. It returns nil if too many
// pixels would change.
func (r *raster) paletted() *image.Paletted {
	img, runs := r.img, r.runs[:0]
	out := image.NewPaletted(img.Rect, nil)
	var colors [][4]uint8
	var counts []int
	seen := map[uint32]uint16{}
	for i := 0; i < len(img.Pix); {
		c, n := binary.NativeEndian.Uint32(img.Pix[i:]), 4
		for i+n < len(img.Pix) && binary.NativeEndian.Uint32(img.Pix[i+n:]) == c {
			n += 4
		}
		id, ok := seen[c]
		if !ok {
			if len(colors) > math.MaxUint16 {
				return nil
			}
			id = uint16(len(colors))
			seen[c], colors, counts = id, append(colors, [4]uint8(img.Pix[i:])), append(counts, 0)
		}
		runs = append(runs, run{id, n / 4})
		counts[id] += n / 4
		i += n
	}
	r.runs = runs
	order := make([]int, len(colors))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), slices.Compare(colors[a][:], colors[b][:]))
	})
	others, known := 0, make([]uint8, len(colors))
	var usual [][4]uint8
	for i, k := range order {
		c := colors[k]
		if i >= shades {
			others += counts[k]
			known[k] = nearest(usual, c)
			continue
		}
		known[k], usual = uint8(i), append(usual, c)
		out.Palette = append(out.Palette, color.NRGBAModel.Convert(color.RGBA{c[0], c[1], c[2], c[3]}))
	}
	if float64(others) > float64(rare*float64(len(out.Pix))) {
		return nil
	}
	pix := out.Pix
	for _, x := range runs {
		for i := range pix[:x.pixels] {
			pix[i] = known[x.color]
		}
		pix = pix[x.pixels:]
	}
	return out
}

// nearest returns the position of the colour that differs least from c.
func nearest(all [][4]uint8, c [4]uint8) uint8 {
	best, least := 0, math.MaxInt
	for i, x := range all {
		d := 0
		for k := range x {
			d += (int(x[k]) - int(c[k])) * (int(x[k]) - int(c[k]))
		}
		if d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}
