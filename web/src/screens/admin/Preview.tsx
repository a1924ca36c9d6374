import { fullName } from "@coffer/domain/account/user";
import { fill, type PlaceholderValues, placeholdersIn } from "@coffer/domain/campaign/announcement";
import { monthLabel, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { adminUsers, type ListedUser } from "../../api/admin.ts";
import { useDebounced } from "../../loading/use-debounced.ts";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

type Email = { subject: string; htmlContent: string; to: string };
type Props = { control: Control<Email>; recipient: ListedUser | undefined };

/** Watches the form by itself, so that typing does not render the whole composer. */
export function Preview({ control, recipient }: Props) {
  const [subject, html] = useWatch({ control, name: ["subject", "htmlContent"] });
  const sample = useSample();
  const { firstName = sample.firstName } = recipient ?? {};
  const filled = fill({ subject, html }, { ...sample, firstName });
  const isFilled = placeholdersIn(subject + html).length > 0;
  const isEmpty = filled.subject.trim() === "" && filled.html.trim() === "";
  return (
    <Card
      title="Preview"
      description={isFilled && "Filled in with the figures of a sample person."}
      flush={!isEmpty}
    >
      {isEmpty ? (
        <p className="muted">Select a template or write your email to see the preview</p>
      ) : (
        <div className="preview">
          <dl className="preview-head">
            <Fact name="Subject">{filled.subject}</Fact>
            <Fact name="To">{recipientLabel(recipient)}</Fact>
          </dl>
          <Body html={filled.html} />
        </div>
      )}
    </Card>
  );
}

function Body({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const write = () => {
    const page = frame.current?.contentDocument;
    if (page) writeMail(page, html);
  };
  useLayoutEffect(write, [html]);
  // Some browsers load the empty page only after the effect, which then has to be repeated.
  return <iframe ref={frame} title="Email preview" sandbox="allow-same-origin" onLoad={write} />;
}

/** The sample recipient of the preview, with figures that add up. */
export const useSample = (): PlaceholderValues => ({
  firstName: "Ana",
  month: monthLabel(previousMonth(monthOfDay(useToday()))),
  budgeted: "$2,900.00",
  income: "$4,000.00",
  spent: "$2,610.00",
  saved: "$1,390.00",
  percentSpent: "90%",
  percentSaved: "35%",
  category1: "Rent",
  category1Amount: "$1,305.00",
  category1Percent: "50%",
  category2: "Groceries",
  category2Amount: "$522.00",
  category2Percent: "20%",
  category3: "Transport",
  category3Amount: "$261.00",
  category3Percent: "10%",
});

/** Elements that no mail may contain, or that load something: removed with their content. */
const REFUSED =
  "script, style, link, meta, base, title, noscript, template, iframe, object, embed, svg, math, video, audio, form, input, button, select, textarea";
/** Attributes that load something or link somewhere. */
const STRIPPED = /^(href|src|srcset|background|ping|action|formaction|xlink:href|id|class|name)$/i;

const PAGE_STYLE =
  "margin: 0; padding: 24px; background: #fffefb; color: #1b201e; color-scheme: light; overflow-wrap: break-word; font: 16px/24px -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const LINK_STYLE = "color: #0f5a49; text-decoration: underline;";

/**
 * Writes the HTML of a mail into an empty page. The content security policy allows neither styles nor handlers in
 * HTML: handlers are removed, and styles are set on the elements instead.
 */
export function writeMail(page: Document, html: string) {
  const { body } = new DOMParser().parseFromString(withoutInline(html), "text/html");
  for (const refused of body.querySelectorAll(REFUSED)) refused.remove();
  for (const image of body.querySelectorAll("img")) image.replaceWith(picture(image));
  const styles = [...body.querySelectorAll("*")].map((element) => {
    for (const { name } of [...element.attributes]) {
      if (STRIPPED.test(name)) element.removeAttribute(name);
    }
    const style = element.getAttribute(STYLE) ?? "";
    element.removeAttribute(STYLE);
    return element.localName === "a" ? LINK_STYLE + style : style;
  });
  page.body.style.cssText = PAGE_STYLE;
  page.body.replaceChildren(...[...body.childNodes].map((node) => page.importNode(node, true)));
  for (const [index, element] of page.body.querySelectorAll<HTMLElement>("*").entries()) {
    const style = styles[index];
    if (style)
      element.style.cssText = style.replace(FUNCTIONS, (written) => (COLOR.test(written) ? written : ""));
  }
}

const STYLE = "data-style";
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;
/** Functions in styles may load something, except those for colours. */
const FUNCTIONS = /(?<![\w-])[\w-]*\((?:[^()]|\([^()]*\))*\)?/g;
const COLOR = /^rgba?\(/i;

/** Renames style attributes and removes handlers: the policy reports both when they are parsed. */
function withoutInline(html: string): string {
  const rename = (attribute: string, name: string, value = "") => {
    if (/^style$/i.test(name)) return STYLE + value;
    return /^on/i.test(name) ? "" : attribute;
  };
  return html
    .replace(/<(style|script|svg)\b[\s\S]*?(<\/\1\s*>|$)/gi, "")
    .replace(TAG, (tag) => tag.replace(ATTRIBUTE, rename));
}

/** The page loads nothing from other sites, so the alternative text replaces the picture. */
function picture(image: Element): Element {
  const text = image.ownerDocument.createElement("em");
  text.textContent = `[${image.getAttribute("alt") || "Picture"}]`;
  return text;
}

type RecipientsProps = Omit<ComponentProps<typeof SelectField>, "label" | "options" | "onChoose"> & {
  /** Undefined for everybody. */
  chosen: ListedUser | undefined;
  onChoose: (user: ListedUser | undefined) => void;
};

const ALL = { value: "all", label: "All Users" };

export function Recipients({ chosen, onChoose, ...select }: RecipientsProps) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data: found = [], hasNextPage } = useInfiniteQuery(adminUsers(search));
  const others = found.filter(({ id }) => id !== chosen?.id);
  const offered = [...(chosen ? [chosen] : []), ...others].map((user) => ({
    value: String(user.id),
    label: recipientLabel(user),
  }));
  return (
    <>
      {(hasNextPage || text !== "") && (
        <SearchField
          label="Find a person"
          placeholder="Find a person by name or email"
          text={text}
          onSearch={async (typed) => setText(typed)}
        />
      )}
      <SelectField
        label="Recipient"
        {...select}
        options={[ALL, ...offered.sort((a, b) => (a.label < b.label ? -1 : 1))]}
        onChange={(event) => {
          onChoose(found.find(({ id }) => String(id) === event.target.value));
          select.onChange?.(event);
        }}
      />
    </>
  );
}

const recipientLabel = (user: ListedUser | undefined): string =>
  user ? `${user.email} (${fullName(user)})` : ALL.label;
