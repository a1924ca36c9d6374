import { splitAmounts } from "@coffer/domain/money/amounts-in-text";
import { html, raw } from "hono/html";
import type { Block, Footer, Row, Template } from "./block.ts";

type Html = ReturnType<typeof html>;

// The colors of web/src/styles/tokens.css, light and dark. Light ones are inline: Gmail and Outlook on Windows ignore
// stylesheets, and darken a mail by themselves. Dark ones are in a stylesheet, for the programs that read it.
const TEXT = {
  ink: ["#1b201e", "#edefea"],
  soft: ["#545b57", "#a7afaa"],
  accent: ["#0f5a49", "#6fcbab"],
  alarm: ["#b03a17", "#ff9068"],
  on: ["#fffefb", "#161a18"],
} as const;
const GROUND = {
  paper: ["#f4f4ef", "#121513"],
  surface: ["#fffefb", "#1a1e1c"],
  track: ["#0f5a49", "#6fcbab"],
  over: ["#b03a17", "#ff9068"],
  rest: ["#e0e0d8", "#2d3330"],
} as const;
const [RULE, DARK_RULE] = GROUND.rest;
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Attributes of an element whose color changes in dark mode. */
const color = (name: keyof typeof TEXT, style: string) =>
  raw(`class="${name}" style="${style};color:${TEXT[name][0]}"`);
const ground = (name: keyof typeof GROUND, style: string) =>
  raw(`class="${name}" style="${style};background:${GROUND[name][0]}"`);

const dark = (inText: string, onGround: string) =>
  [
    ...Object.entries(TEXT).map(([name, [, value]]) => `${inText}.${name}{color:${value}!important}`),
    ...Object.entries(GROUND).map(
      ([name, [, value]]) => `${onGround}.${name}{background:${value}!important}`,
    ),
    `${onGround}.edge{border-color:${DARK_RULE}!important}`,
    `${onGround}.link{text-decoration-color:${DARK_RULE}!important}`,
  ].join("");

/** Outlook's apps and website ignore the media query; they mark what they darken as `data-ogsc` and `data-ogsb`. */
const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark("", "")}}${dark("[data-ogsc] ", "[data-ogsb] ")}`;

export const renderHtml = ({ subject, preview, title, blocks, footer }: Template): string =>
  layout(
    { subject, preview, footer },
    html`<h1 ${color("ink", `margin:0 0 16px;${FONT};font-size:24px;line-height:30px;font-weight:650`)}>${title}</h1>
      ${blocks.map(blockOf)}`,
  );

export const frame = (head: Pick<Template, "subject" | "preview" | "footer">, sanitised: string): string =>
  layout(
    head,
    html`<div ${color("ink", `${FONT};font-size:16px;line-height:24px`)}>${raw(sanitised)}</div>`,
    // Administrators choose their colors for a white background.
    !/color|background/i.test(sanitised),
  );

function layout(
  { subject, preview, footer }: Pick<Template, "subject" | "preview" | "footer">,
  content: Html,
  hasDark = true,
): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="${hasDark ? "light dark" : "light"}">
<meta name="supported-color-schemes" content="${hasDark ? "light dark" : "light"}">
<title>${subject}</title>
${hasDark ? html`<style>${raw(DARK_STYLE)}</style>\n` : ""}</head>
<body ${ground("paper", "margin:0;padding:0;-webkit-text-size-adjust:100%")}>
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${ground("paper", "margin:0")}><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td ${color("accent", `padding:0 4px 16px;${FONT};font-size:17px;font-weight:700;letter-spacing:-0.01em`)}>Coffer</td></tr>
<tr><td class="surface edge" style="padding:28px 24px;background:${GROUND.surface[0]};border:1px solid ${RULE};border-radius:12px;overflow-wrap:anywhere;word-break:break-word">
${content}
</td></tr>
<tr><td ${color("soft", `padding:20px 4px 0;${FONT};font-size:13px;line-height:20px`)}>${footerOf(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`);
}

function blockOf(block: Block): Html {
  if ("paragraph" in block)
    return text(amountsLinked(block.paragraph, block.href), "ink", "font-size:16px;line-height:24px");
  if ("note" in block) return text(block.note, "soft", "font-size:14px;line-height:21px");
  if ("heading" in block)
    return html`<h2 ${color("soft", `margin:28px 0 4px;${FONT};font-size:14px;line-height:20px;font-weight:650`)}>${block.heading}</h2>`;
  if ("quote" in block)
    return html`<p class="soft edge" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${RULE};${FONT};font-size:16px;line-height:24px;color:${TEXT.soft[0]};white-space:pre-line">${block.quote}</p>`;
  if ("button" in block)
    return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 20px"><tr><td ${ground("track", "border-radius:8px")}><a href="${block.href}" ${color("on", `display:inline-block;padding:13px 22px;${FONT};font-size:16px;line-height:20px;font-weight:600;text-decoration:none`)}>${block.button}</a></td></tr></table>`;
  if ("bar" in block) return bar(block.bar, block.over);
  if ("rows" in block)
    return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">${block.rows.map(rowOf)}</table>`;
  return html`<p ${color("soft", `margin:0;${FONT};font-size:14px;line-height:20px`)}>${block.label}</p>
      <p ${color(block.over ? "alarm" : "ink", `margin:0 0 2px;${FONT};font-size:34px;line-height:42px;font-weight:650;letter-spacing:-0.02em;font-variant-numeric:tabular-nums`)}>${linked(block.figure, block.href)}</p>
      <p ${color("soft", `margin:0 0 12px;${FONT};font-size:15px;line-height:22px`)}>${linked(block.detail, block.href)}</p>`;
}

const text = (content: string | Html, name: keyof typeof TEXT, style: string): Html =>
  html`<p ${color(name, `margin:0 0 16px;${FONT};${style}`)}>${content}</p>`;

/** An empty table cell with a background is the only bar that every mail program draws. */
function bar(percent: number, over: boolean): Html {
  const used = Math.round(Math.min(100, Math.max(0, percent)));
  const cell = (width: number, name: keyof typeof GROUND) =>
    width > 0
      ? html`<td width="${width}%" height="8" ${ground(name, "font-size:0;line-height:0")}>&nbsp;</td>`
      : "";
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-radius:4px;overflow:hidden"><tr>${cell(used, over ? "over" : "track")}${cell(100 - used, "rest")}</tr></table>`;
}

const linked = (content: string, href: string | undefined): Html | string =>
  href === undefined
    ? content
    : html`<a class="link" href="${href}" style="color:inherit;text-decoration:underline;text-decoration-color:${RULE};text-underline-offset:3px">${content}</a>`;

const amountsLinked = (content: string, href: string | undefined): Html =>
  html`${splitAmounts(content).map((part, index) => (index % 2 === 1 ? linked(part, href) : part))}`;

const rowOf = ({ label, detail, value, over, href, detailHref }: Row): Html => html`<tr>
<td class="ink edge" style="padding:9px 12px 9px 0;border-bottom:1px solid ${RULE};${FONT};font-size:15px;line-height:21px;color:${TEXT.ink[0]}">${label}${detail ? html`<br><span ${color("soft", "font-size:13px")}>${linked(detail, detailHref)}</span>` : ""}</td>
<td align="right" valign="top" class="${over ? "alarm" : "ink"} edge" style="padding:9px 0;border-bottom:1px solid ${RULE};${FONT};font-size:15px;line-height:21px;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap;color:${TEXT[over ? "alarm" : "ink"][0]}">${linked(value, href)}</td>
</tr>`;

const footerOf = ({ reason, links }: Footer): Html =>
  html`${reason}${links.map(
    ({ label, href }, index) =>
      html`${raw(index === 0 ? "<br>" : " &middot; ")}<a href="${href}" ${color("soft", "text-decoration:underline")}>${label}</a>`,
  )}`;
