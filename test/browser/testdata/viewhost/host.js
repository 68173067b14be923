// A chat that shows a view: the protocol's own bridge around a frame in a sandbox, with the
// policy that the extension prescribes. The tests read window.log and ask the frame through a port.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";

// probe runs in the frame, and answers fixed questions about its elements.
const probe = `addEventListener("message", (m) => {
	if (!m.data || m.data.probe !== true) return;
	const port = m.ports[0];
	port.onmessage = ({ data: [n, op, sel, arg] }) => {
		const all = [...document.querySelectorAll(sel)], e = all[0];
		const ops = {
			text: () => e ? e.textContent : "", count: () => all.length, click: () => e.click(), violations: () => window.violated.join(" "),
			set: () => { e.value = arg; e.dispatchEvent(new Event("change")); },
			box: () => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; },
			attribute: () => e.getAttribute(arg), css: () => getComputedStyle(e).getPropertyValue(arg),
		};
		let r; try { r = ops[op](); } catch (why) { r = String(why); }
		port.postMessage([n, r ?? ""]);
	};
});
window.violated = [];
addEventListener("securitypolicyviolation", (v) => window.violated.push(v.violatedDirective + " " + v.blockedURI));
addEventListener("error", (v) => { if (!v.message.startsWith("ResizeObserver loop")) window.violated.push(v.message); }); // sizes settle a frame later
addEventListener("unhandledrejection", (v) => window.violated.push(String(v.reason)));`;

let port, bridge, frame, next = 1;
const asked = new Map();

window.probe = (op, sel, arg = "") => new Promise((yes) => { asked.set(next, yes); port.postMessage([next++, op, sel, arg]); });

// begin opens the view. refuse makes the chat refuse calls and display modes.
window.begin = async (html, capabilities, context, refuse) => {
	if (frame) frame.remove();
	window.log = [];
	frame = document.createElement("iframe");
	frame.setAttribute("sandbox", "allow-scripts");
	frame.style.cssText = "width:720px;height:600px;border:0";
	frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${probe}</script>` + html;
	document.body.append(frame);
	bridge = new AppBridge(null, { name: "chat", version: "1" }, capabilities, { hostContext: context });
	const begun = new Promise((yes) => { bridge.oninitialized = () => { window.log.push(["initialized"]); yes(); }; });
	bridge.onsizechange = (p) => { window.log.push(["size", p]); if (p.height) frame.style.height = p.height + "px"; };
	bridge.onupdatemodelcontext = async (p) => { window.log.push(["context", p]); return {}; };
	bridge.onrequestdisplaymode = async ({ mode }) => {
		window.log.push(["mode", mode]);
		if (refuse) throw new Error("no");
		bridge.setHostContext({ ...context, displayMode: mode });
		return { mode };
	};
	bridge.oncalltool = async (p) => {
		window.log.push(["call", p]);
		if (refuse) throw new Error("no");
		return (await fetch("/call", { method: "POST", body: JSON.stringify(p) })).json();
	};
	await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
	await begun;
	const channel = new MessageChannel();
	port = channel.port1;
	port.onmessage = ({ data: [n, r] }) => asked.get(n)(r);
	frame.contentWindow.postMessage({ probe: true }, "*", [channel.port2]);
	return "begun";
};

// answer calls a tool and hands its arguments and its result to the view, as a chat does.
window.answer = async (name, args) => {
	await bridge.sendToolInput({ arguments: args });
	const result = await (await fetch("/call", { method: "POST", body: JSON.stringify({ name, arguments: args }) })).json();
	await bridge.sendToolResult(result);
	return JSON.stringify(result);
};
window.result = async (r) => { await bridge.sendToolResult(r); return ""; };
window.cancel = async () => { await bridge.sendToolCancelled({ reason: "stopped" }); return ""; };
window.change = (context) => { bridge.setHostContext(context); return ""; };
window.wide = (px) => { frame.style.width = px + "px"; return ""; };
window.end = async () => JSON.stringify(await bridge.teardownResource({}));
window.ready = true;
