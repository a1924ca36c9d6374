import type { Block, Footer, Row, Template } from "./block.ts";

export const renderText = ({ title, blocks, footer }: Template): string =>
  [title, ...blocks.map(blockOf).filter(Boolean), footerText(footer)].join("\n\n").concat("\n");

/** Below "--", which mail programs take for the start of a signature. */
export const footerText = ({ reason, links }: Footer): string =>
  ["--", reason, ...links.map(({ label, href }) => `${label}: ${href}`)].join("\n");

function blockOf(block: Block): string {
  if ("paragraph" in block) return block.paragraph;
  if ("note" in block) return block.note;
  if ("heading" in block) return block.heading.toUpperCase();
  if ("quote" in block) return block.quote.replace(/^/gm, "> ");
  if ("button" in block) return `${block.button}:\n${block.href}`;
  if ("rows" in block) return block.rows.map(rowOf).join("\n");
  if ("bar" in block) return "";
  return [`${block.label}: ${block.figure}`, block.detail].filter(Boolean).join("\n");
}

const rowOf = ({ label, detail, value }: Row): string =>
  `- ${label}${detail ? ` (${detail})` : ""}: ${value}`;
