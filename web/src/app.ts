import { Ask } from "./ask";
import { Body } from "./body";
import { Calendar } from "./calendar";
import { Chart } from "./chart";
import { Approve, Copy, Install, Theme, Undo, Upload } from "./forms";
import { tells } from "./dom";
import { Divider } from "./divider";
import { Draft } from "./draft";
import { Heat } from "./heat";
import { infos } from "./info";
import { keys } from "./keys";
import { Live } from "./live";
import { Palette } from "./palette";
import { Pane } from "./pane";
import { parts } from "./part";
import { prints } from "./print";
import { Streams } from "./streams";
import { submits } from "./submits";
import { swaps } from "./swap";
import { Tabs } from "./tabs";

const elements: Record<string, CustomElementConstructor> = {
	"lk-chart": Chart, "lk-streams": Streams, "lk-undo": Undo, "lk-approve": Approve, "lk-upload": Upload,
	"lk-copy": Copy, "lk-calendar": Calendar, "lk-theme": Theme, "lk-live": Live, "lk-body": Body, "lk-install": Install,
	"lk-palette": Palette, "lk-divider": Divider, "lk-draft": Draft, "lk-tabs": Tabs, "lk-heat": Heat,
	"lk-ask": Ask, "lk-pane": Pane,
};
for (const [name, make] of Object.entries(elements)) customElements.define(name, make);
keys();
infos();
parts();
prints();
submits();
tells();
swaps();
