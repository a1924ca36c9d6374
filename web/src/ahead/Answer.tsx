import { type AffordQuestion, readAfford } from "@coffer/domain/line/afford-text";
import { dayFormatter } from "@coffer/domain/time/format-day";
import type { ReactNode } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { useToday } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Amounts } from "../why/WhyLink.tsx";
import { AFFORD_HINT, AFFORD_PAST, useAfford } from "./use-afford.ts";

const AffordDialog = lazyPart(() => import("../forms/AffordDialog.tsx"), "AffordDialog");

/** Shows how the question was understood, and the answer. */
export function Answered({ text }: { text: string }) {
  const { currency, money } = useMoney();
  const today = useToday();
  const asked = readAfford(text, { today, currency, locale });
  if (!asked) return <p className="field-hint">{AFFORD_HINT}</p>;
  const day = dayFormatter([asked.date], today, locale)(asked.date);
  const understood = [money(asked.amount), asked.name, asked.every ? `every month from ${day}` : day];
  return (
    <>
      <p className="field-hint">{understood.filter(Boolean).join(" · ")}</p>
      <Answer asked={asked} />
    </>
  );
}

function Answer({ asked }: { asked: AffordQuestion }): ReactNode {
  const { answer, isPast, error } = useAfford(asked);
  const { open, dialog } = useDialog();
  if (isPast) return <p className="afford-answer">{AFFORD_PAST}</p>;
  if (error) return <p className="afford-answer">{messageOf(error, CHECK_CONNECTION)}</p>;
  if (!answer) return null;
  const { lowest, carriedBy, text } = answer;
  const why = lowest && (`line-${lowest.after.date}` as const);
  return (
    <>
      <p className="afford-answer">
        {why ? <Amounts text={text} opens={() => ({ why, of: "On that day" })} /> : text}
      </p>
      {lowest && (
        <Button
          size="small"
          onClick={() =>
            open((close) => <AffordDialog asked={asked} carriedBy={carriedBy} onClose={close} />)
          }
        >
          Make it so
        </Button>
      )}
      {dialog}
    </>
  );
}
