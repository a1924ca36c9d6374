import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Email } from "postal-mime";
import { SECURITY_HEADERS } from "../api/headers.ts";

/** A press on a mail's link leaves the outbox; the product cannot be opened inside the mail's frame. */
const LINKS = "allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox";
// A mail may carry inline styles, and nothing else.
const MAIL_POLICY = `sandbox ${LINKS}; default-src 'none'; style-src 'unsafe-inline'; img-src data:`;

const SHOWN = 200;
const NAME = /^[\w-]+\.eml$/;

export function outboxPage(folder: string): Hono {
  const app = new Hono();
  const newestFirst = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => ({ name, written: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.written - a.written)
      .map(({ name }) => name);
  const source = async (name: string): Promise<Buffer | undefined> =>
    NAME.test(name) ? readFile(join(folder, name)).catch(() => undefined) : undefined;
  async function open(name: string): Promise<Email | undefined> {
    const { default: PostalMime } = await import("postal-mime");
    const raw = await source(name);
    return raw && PostalMime.parse(raw);
  }

  app.use("/_outbox/*", async (http, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) http.header(name, value);
    http.header("cache-control", "no-store");
    http.header("x-frame-options", "SAMEORIGIN");
    // Other sites must not read, frame or count the mails.
    const site = http.req.header("sec-fetch-site") ?? "none";
    if (site !== "same-origin" && site !== "none") return http.text("Open the outbox itself.", 403);
    return next();
  });

  app.get("/_outbox", async (http) => {
    const all = newestFirst();
    const rows = await Promise.all(
      all.slice(0, SHOWN).map(async (name) => {
        const mail = await open(name);
        return html`<tr>
        <td><a href="/_outbox/${name}">${mail?.subject || "(no subject)"}</a></td>
        <td>${recipients(mail)}</td>
        <td>${minuteOf(mail)}</td>
      </tr>`;
      }),
    );
    return http.html(
      page(
        "Outbox",
        html`<h1>Outbox</h1>
          <p>What this installation has mailed, newest first${all.length > SHOWN ? ` (the last ${SHOWN})` : ""}.</p>
          ${
            rows.length === 0
              ? html`<p>Nothing has been mailed yet.</p>`
              : html`<table><thead><tr><th>Subject</th><th>To</th><th>Sent (UTC)</th></tr></thead><tbody>${rows}</tbody></table>`
          }`,
      ),
    );
  });

  app.get("/_outbox/style.css", (http) =>
    http.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }),
  );

  app.get("/_outbox/:name", async (http) => {
    const name = http.req.param("name");
    const mail = await open(name);
    if (!mail) return http.notFound();
    return http.html(
      page(
        mail.subject ?? "(no subject)",
        html`<p><a href="/_outbox">Outbox</a></p>
          <h1>${mail.subject}</h1>
          <p>To ${recipients(mail)} · ${minuteOf(mail)} UTC · <a href="/_outbox/${name}/source">Source</a></p>
          <iframe title="The message" sandbox="${LINKS}" src="/_outbox/${name}/html"></iframe>
          <h2>As plain text</h2>
          <pre>${mail.text}</pre>`,
      ),
    );
  });

  app.get("/_outbox/:name/html", async (http) => {
    const mail = await open(http.req.param("name"));
    if (!mail) return http.notFound();
    const shown = (mail.html ?? "").replace(/<head\b[^>]*>/i, '$&<base target="_top">');
    return http.html(shown, 200, { "content-security-policy": MAIL_POLICY });
  });

  app.get("/_outbox/:name/source", async (http) => {
    const raw = await source(http.req.param("name"));
    return raw ? http.text(raw.toString("utf8")) : http.notFound();
  });

  return app;
}

const recipients = (mail: Email | undefined) => mail?.to?.map((to) => to.address).join(", ");
const minuteOf = (mail: Email | undefined) => mail?.date?.replace("T", " ").slice(0, 16);

const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title} · Coffer</title>
    <link rel="stylesheet" href="/_outbox/style.css" />
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { overflow-wrap: anywhere; text-align: left; padding: 0.6rem 0.5rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
iframe { width: 100%; height: 42rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
