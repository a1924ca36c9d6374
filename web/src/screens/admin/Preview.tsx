import { fill, type PlaceholderValues, placeholdersIn } from "@coffer/domain/campaign/announcement";
import { monthLabel, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { useLayoutEffect, useRef } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { ListedUser } from "../../api/admin.ts";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { recipientLabel } from "./Recipients.tsx";
import { writeMail } from "./write-mail.ts";

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
  // Some browsers load the empty page after the effect has run: then it is written again.
  return <iframe ref={frame} title="Email preview" sandbox="allow-same-origin" onLoad={write} />;
}

/** The recipient in the preview. The figures add up. */
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
