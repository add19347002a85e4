package bench

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"haltscribe/inference"
)

// Look is a chart's colours.
type Look struct {
	Background, Text, Grid color.Color
}

// LightLook is for paper and documents.
func LightLook() Look {
	return Look{color.White, color.Gray{0x22}, color.Gray{0xdd}}
}

// modeColours are told apart by people with any colour vision (Okabe and Ito).
var modeColours = map[inference.HookMode]color.Color{
	inference.HookOff:       color.RGBA{0x80, 0x80, 0x80, 0xff},
	inference.HookEveryNode: color.RGBA{0xd5, 0x5e, 0x00, 0xff},
	GoCallback:              color.RGBA{0xcc, 0x79, 0xa7, 0xff},
	inference.HookBudget:    color.RGBA{0xe6, 0x9f, 0x00, 0xff},
	inference.HookPlanned:   color.RGBA{0x00, 0x9e, 0x73, 0xff},
}

// WritePlot draws a chart as "svg" or "png": on the left what each mode costs, with
// intervals; on the right cost against the time that a stop takes, where the lower
// left corner is where one wants to be.
func (r *Report) WritePlot(w io.Writer, format string, look Look) error {
	bars, err := r.costs(look)
	if err != nil {
		return fmt.Errorf("drawing the costs: %w", err)
	}
	scatter, err := r.corner(look)
	if err != nil {
		return fmt.Errorf("drawing cost against stop: %w", err)
	}
	const width, height = 11 * vg.Inch, 4.6 * vg.Inch
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return fmt.Errorf("drawing a %s: %w", format, err)
	}
	c := draw.New(canvas)
	c.SetColor(look.Background)
	c.Fill(c.Rectangle.Path())
	const gap = 0.3 * vg.Inch
	bars.Draw(draw.Crop(c, gap/2, -width/2-gap/2, gap/2, -gap/2))
	scatter.Draw(draw.Crop(c, width/2+gap/2, -gap/2, gap/2, -gap/2))
	_, err = canvas.WriteTo(w)
	return err
}

func (r *Report) chart(look Look, title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = look.Background
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle,
		&p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		size := style.Font.Size
		style.Font = sans
		style.Font.Size = size
		style.Color = look.Text
	}
	p.Title.TextStyle.Font.Size = vg.Points(13)
	p.Title.Padding = vg.Points(8)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color = look.Text, look.Text
		axis.Tick.Marker = exactTicks{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal.Color = look.Grid
	p.Add(grid)
	p.Legend.Top = true
	return p
}

// costs is bars by device and mode.
func (r *Report) costs(look Look) (*plot.Plot, error) {
	p := r.chart(look, "What each hook mode costs", "", "encode time, off = 1")
	var devices []Device
	names := []string{}
	for _, d := range r.Devices {
		if len(d.Chunks) > 0 && len(d.Chunks[0].Full) > 0 {
			devices = append(devices, d)
			names = append(names, fmt.Sprintf("%s, %d tokens", label(d), d.Chunks[0].Tokens))
		}
	}
	if len(devices) == 0 {
		return p, nil
	}
	const bar = 20
	modes := Modes()
	for i, mode := range modes {
		values := make(plotter.Values, len(devices))
		points := ratioPoints{}
		offset := vg.Length(float64(i)-float64(len(modes)-1)/2) * vg.Points(bar+3)
		measured := false
		for j, d := range devices {
			f := d.Chunks[0].full(mode)
			if f == nil {
				continue
			}
			measured = true
			values[j] = f.Ratio
			points.XYs = append(points.XYs, plotter.XY{X: float64(j), Y: f.Ratio})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{f.Ratio - f.RatioCI[0], f.RatioCI[1] - f.Ratio})
		}
		if !measured {
			continue
		}
		chart, err := plotter.NewBarChart(values, vg.Points(bar))
		if err != nil {
			return nil, err
		}
		chart.Color, chart.LineStyle.Width, chart.Offset = modeColours[mode], 0, offset
		p.Add(chart, &errorBars{points, offset, look.Text})
		p.Legend.Add(string(mode), chart)
	}
	p.NominalX(names...)
	p.X.Min, p.X.Max = -0.6, float64(len(devices))-0.4
	p.Y.Min = 0
	p.Y.Max *= 1.25 // room for the legend
	return p, nil
}

type ratioPoints struct {
	plotter.XYs
	plotter.YErrors
}

// errorBars draws intervals at an offset, which plotter.YErrorBars can't.
type errorBars struct {
	ratioPoints
	offset vg.Length
	colour color.Color
}

// Plot implements plot.Plotter.
func (e *errorBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: e.colour, Width: vg.Points(1)}
	for i, point := range e.XYs {
		at := x(point.X) + e.offset
		low, high := y(point.Y-e.YErrors[i].Low), y(point.Y+e.YErrors[i].High)
		c.StrokeLine2(style, at, low, at, high)
		for _, end := range []vg.Length{low, high} {
			c.StrokeLine2(style, at-vg.Points(4), end, at+vg.Points(4), end)
		}
	}
}

// corner is cost against the time of a stop, a point for each device and mode.
func (r *Report) corner(look Look) (*plot.Plot, error) {
	p := r.chart(look, "Cost against the time of a stop", "median time of a stop, share of an encode", "encode time, off = 1")
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}}
	n := 0
	for j, d := range r.Devices {
		if len(d.Chunks) == 0 {
			continue
		}
		c := &d.Chunks[0]
		off := c.full(inference.HookOff)
		for _, mode := range Modes() {
			f, s := c.full(mode), c.during(mode)
			if f == nil || s == nil || s.N == 0 || off == nil || off.MS.Median == 0 {
				continue
			}
			points, err := plotter.NewScatter(plotter.XYs{{X: s.MS.Median / off.MS.Median, Y: f.Ratio}})
			if err != nil {
				return nil, err
			}
			points.Color, points.Radius, points.Shape = modeColours[mode], vg.Points(6), shapes[j%len(shapes)]
			p.Add(points)
			name := string(mode)
			if len(r.Devices) > 1 {
				name = label(d) + " " + name
			}
			p.Legend.Add(name, points)
			n++
		}
	}
	if n == 0 {
		return p, nil
	}
	p.X.Min = 0
	p.X.Max = max(p.X.Max*1.1, 0.1)
	margin := max(0.02, (p.Y.Max-p.Y.Min)*0.15)
	p.Y.Min, p.Y.Max = p.Y.Min-margin, p.Y.Max+margin*3
	return p, nil
}
