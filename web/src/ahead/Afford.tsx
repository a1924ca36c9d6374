import { type Asked, readAfford } from "@coffer/domain/line/afford-text";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { type ReactNode, useState } from "react";
import { CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { useAfford } from "../api/line.ts";
import { useMoney } from "../format/money.ts";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { useToday } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Amounts } from "../why/WhyLink.tsx";
import { AFFORD_HINT, AFFORD_PAST } from "./texts.ts";
import "./Afford.css";

const AffordDialog = lazyPart(() => import("../forms/AffordDialog.tsx"), "AffordDialog");

/** A question in one line, answered while it is typed. */
export function Afford({ asked: first = "" }: { asked?: string }) {
  const { currency, money } = useMoney();
  const today = useToday();
  const [text, setText] = useState(first);
  const asked = readAfford(text, { today, currency });
  const format = dayFormatter(asked ? [asked.date] : [], today);
  const understood = asked && [
    money(asked.amount),
    asked.name,
    asked.every ? `every month from ${format(asked.date)}` : format(asked.date),
  ];
  return (
    <div className="afford">
      <TextField
        label="Can we afford it?"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="900 sofa January"
        value={text}
        hint={understood ? understood.filter(Boolean).join(" · ") : AFFORD_HINT}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status">{asked && <Answer asked={asked} />}</div>
    </div>
  );
}

function Answer({ asked }: { asked: Asked }): ReactNode {
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
