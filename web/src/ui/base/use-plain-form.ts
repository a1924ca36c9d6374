import { type FormEvent, useState } from "react";
import { type GenericSchema, safeParse } from "valibot";

type Errors = Partial<Record<string, string>>;

/**
 * A form of a few uncontrolled fields, read by name. For forms that show with their screen, which the form library would
 * slow down (docs/promises.md, P1 and P4).
 */
export function usePlainForm<Read>(
  schema: GenericSchema<unknown, Read>,
  save: (read: Read, form: HTMLFormElement) => void,
) {
  const [errors, setErrors] = useState<Errors>();
  const check = (form: HTMLFormElement) => {
    const read = safeParse(schema, Object.fromEntries(new FormData(form)));
    const found: Errors = {};
    for (const { path, message } of read.issues ?? []) found[String(path?.[0].key)] ??= message;
    return { read, found };
  };
  const refuse = (found: Errors, form: HTMLFormElement) => {
    setErrors(found);
    const invalid = [...form.elements].find((field) => (field.getAttribute("name") ?? "") in found);
    if (invalid instanceof HTMLElement) invalid.focus();
  };
  return {
    errors: errors ?? {},
    refuse,
    form: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const form = event.currentTarget;
        const { read, found } = check(form);
        if (!read.success) return refuse(found, form);
        setErrors(undefined);
        save(read.output, form);
      },
      // After a refused attempt, the messages are updated while typing.
      onInput: (event: FormEvent<HTMLFormElement>) =>
        void (errors && setErrors(check(event.currentTarget).found)),
    },
  };
}
