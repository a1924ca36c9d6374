import { type ComponentProps, type KeyboardEvent, useId, useRef } from "react";
import { TextField } from "../base/TextField.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "list" | "onKeyDown"> & {
  suggestions: readonly string[];
};

/** A field for any text, for which the browser offers matching suggestions. */
export function SuggestField({ suggestions, ...props }: Props) {
  const list = useId();
  const isChoosing = useRef(false);
  /** Safari's open list swallows Enter even if nothing is chosen in it, so the form would not submit. */
  const submitByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    const wasChoosing = isChoosing.current;
    isChoosing.current = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (event.key !== "Enter" || wasChoosing || isOfComposition(event)) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
  };
  return (
    <>
      <TextField {...props} list={list} onKeyDown={submitByEnter} />
      <datalist id={list}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** Safari reports the Enter that ends a composition (as of Japanese) after its end, with key code 229. */
const isOfComposition = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
