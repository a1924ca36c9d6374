import { splitAmounts } from "@coffer/domain/money/amounts-in-text";
import { html, raw } from "hono/html";
import type { Block, Footer, Row, Template } from "./block.ts";

type Html = ReturnType<typeof html>;

// Mail programs know neither classes nor custom properties: the colours of web/src/styles/tokens.css, inline.
const INK = "#1b201e";
const SOFT = "#545b57";
const PAPER = "#f4f4ef";
const SURFACE = "#fffefb";
const RULE = "#e0e0d8";
const TRACK = "#0f5a49";
const OVER = "#b03a17";
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

export const renderHtml = ({ subject, preview, title, blocks, footer }: Template): string =>
  layout(
    { subject, preview, footer },
    html`<h1 style="margin:0 0 16px;${FONT};font-size:24px;line-height:30px;font-weight:650;color:${INK}">${title}</h1>
      ${blocks.map(blockOf)}`,
  );

export const frame = (head: Pick<Template, "subject" | "preview" | "footer">, sanitised: string): string =>
  layout(
    head,
    html`<div style="${FONT};font-size:16px;line-height:24px;color:${INK}">${raw(sanitised)}</div>`,
  );

function layout(
  { subject, preview, footer }: Pick<Template, "subject" | "preview" | "footer">,
  content: Html,
): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;${FONT};font-size:17px;font-weight:700;letter-spacing:-0.01em;color:${TRACK}">Coffer</td></tr>
<tr><td style="padding:28px 24px;background:${SURFACE};border:1px solid ${RULE};border-radius:12px;overflow-wrap:anywhere;word-break:break-word">
${content}
</td></tr>
<tr><td style="padding:20px 4px 0;${FONT};font-size:13px;line-height:20px;color:${SOFT}">${footerOf(footer)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`);
}

function blockOf(block: Block): Html {
  if ("paragraph" in block)
    return text(amountsLinked(block.paragraph, block.href), `font-size:16px;line-height:24px;color:${INK}`);
  if ("note" in block) return text(block.note, `font-size:14px;line-height:21px;color:${SOFT}`);
  if ("heading" in block)
    return html`<h2 style="margin:28px 0 4px;${FONT};font-size:14px;line-height:20px;font-weight:650;color:${SOFT}">${block.heading}</h2>`;
  if ("quote" in block)
    return html`<p style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid ${RULE};${FONT};font-size:16px;line-height:24px;color:${SOFT};white-space:pre-line">${block.quote}</p>`;
  if ("button" in block)
    return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 20px"><tr><td style="background:${TRACK};border-radius:8px"><a href="${block.href}" style="display:inline-block;padding:13px 22px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:#fffefb;text-decoration:none">${block.button}</a></td></tr></table>`;
  if ("bar" in block) return bar(block.bar, block.over);
  if ("rows" in block)
    return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">${block.rows.map(rowOf)}</table>`;
  return html`<p style="margin:0;${FONT};font-size:14px;line-height:20px;color:${SOFT}">${block.label}</p>
      <p style="margin:0 0 2px;${FONT};font-size:34px;line-height:42px;font-weight:650;letter-spacing:-0.02em;font-variant-numeric:tabular-nums;color:${block.over ? OVER : INK}">${linked(block.figure, block.href)}</p>
      <p style="margin:0 0 12px;${FONT};font-size:15px;line-height:22px;color:${SOFT}">${linked(block.detail, block.href)}</p>`;
}

const text = (content: string | Html, style: string): Html =>
  html`<p style="margin:0 0 16px;${FONT};${style}">${content}</p>`;

/** An empty table cell with a background is the one bar that every mail program draws. */
function bar(percent: number, over: boolean): Html {
  const used = Math.round(Math.min(100, Math.max(0, percent)));
  const cell = (width: number, colour: string) =>
    width > 0
      ? html`<td width="${width}%" height="8" style="background:${colour};font-size:0;line-height:0">&nbsp;</td>`
      : "";
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-radius:4px;overflow:hidden"><tr>${cell(used, over ? OVER : TRACK)}${cell(100 - used, RULE)}</tr></table>`;
}

const linked = (content: string, href: string | undefined): Html | string =>
  href === undefined
    ? content
    : html`<a href="${href}" style="color:inherit;text-decoration:underline;text-decoration-color:${RULE};text-underline-offset:3px">${content}</a>`;

const amountsLinked = (content: string, href: string | undefined): Html =>
  html`${splitAmounts(content).map((part, index) => (index % 2 === 1 ? linked(part, href) : part))}`;

const rowOf = ({ label, detail, value, over, href, detailHref }: Row): Html => html`<tr>
<td style="padding:9px 12px 9px 0;border-bottom:1px solid ${RULE};${FONT};font-size:15px;line-height:21px;color:${INK}">${label}${detail ? html`<br><span style="font-size:13px;color:${SOFT}">${linked(detail, detailHref)}</span>` : ""}</td>
<td align="right" valign="top" style="padding:9px 0;border-bottom:1px solid ${RULE};${FONT};font-size:15px;line-height:21px;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap;color:${over ? OVER : INK}">${linked(value, href)}</td>
</tr>`;

const footerOf = ({ reason, links }: Footer): Html =>
  html`${reason}${links.map(
    ({ label, href }, index) =>
      html`${raw(index === 0 ? "<br>" : " &middot; ")}<a href="${href}" style="color:${SOFT};text-decoration:underline">${label}</a>`,
  )}`;
