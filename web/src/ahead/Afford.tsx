import { Suspense, useState } from "react";
import { lazyPart } from "../loading/lazy.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import "./Afford.css";

// Lazy: most visits ask nothing.
const Answered = lazyPart(() => import("./Answer.tsx"), "Answered");

/** A question in one line, answered while it is typed. */
export function Afford({ asked = "" }: { asked?: string }) {
  const [text, setText] = useState(asked);
  return (
    <div className="afford">
      <TextField
        label="Can we afford it?"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="900 sofa January"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status">
        <Suspense>{text.trim() !== "" && <Answered text={text} />}</Suspense>
      </div>
    </div>
  );
}
