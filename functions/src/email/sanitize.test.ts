import { describe, expect, test } from "vitest";
import { EMAIL_TEMPLATES } from "../../../web/src/screens/admin/email-templates.ts";
import { sanitizeMail, textOf } from "./sanitize.ts";

describe("an administrator's HTML", () => {
  test.each([
    ["<script>alert(1)</script><p>Hello</p>", "<p>Hello</p>"],
    ['<p onclick="x()">Hello</p>', "<p>Hello</p>"],
    ['<a href="javascript:alert(1)">Go</a>', "<a>Go</a>"],
    ['<a href="//evil.example">Go</a>', "<a>Go</a>"],
    ['<img src="data:text/html,x">', "<img />"],
    ["<style>*{display:none}</style><b>Hi</b>", "<b>Hi</b>"],
    ["<iframe src=https://evil.example></iframe><form><input></form>ok", "ok"],
    ['<p style="background:url(https://evil.example/pixel)">x</p>', "<p>x</p>"],
    ['<p style="position:fixed;color:#123456">x</p>', '<p style="color:#123456">x</p>'],
    ["<svg><a xlink:href=javascript:x>y</a></svg>", "<a>y</a>"],
  ])("%s is mailed as %s", (written, mailed) => {
    expect(sanitizeMail(written)).toBe(mailed);
  });

  test.each(EMAIL_TEMPLATES)("of the built-in template $id is mailed unchanged", ({ content }) => {
    const plain = (html: string) => html.replace(/<br \/>/g, "<br>");
    expect(plain(sanitizeMail(content))).toBe(content);
  });
});

test("the plain text has addresses and characters instead of links and entities", () => {
  const html =
    '<h1>News</h1><p>Fish &amp; chips <b>today</b></p><ul><li>One</li><li>Two</li></ul><a href="https://a.example/">Go</a>';
  expect(textOf(html)).toBe("News\n\nFish & chips today\n\n- One\n- Two\n\nGo (https://a.example/)");
});
