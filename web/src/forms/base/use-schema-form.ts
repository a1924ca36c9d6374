import { valibotResolver } from "@hookform/resolvers/valibot";
import { type ChangeEvent, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { EditWithdrawn, issuesOf, refusalOf } from "../../api/api-error.ts";

type Options<Typed extends FieldValues, Read> = {
  defaultValues: DefaultValues<NoInfer<Typed>>;
  /** Rejects if it fails, and resolves to false if the form stays open for another reason. */
  save: (read: Read) => Promise<unknown>;
  /** Called after a save, a cancel, or the choice of the version that somebody else saved concurrently. */
  onClose?: () => void;
  mode?: "onSubmit" | "onChange";
};

/** A form that a schema parses. The server's issues are shown at their fields. */
export function useSchemaForm<Typed extends FieldValues, Read extends FieldValues>(
  schema: GenericSchema<Typed, Read>,
  { defaultValues, save, onClose = () => {}, mode = "onSubmit" }: Options<Typed, Read>,
) {
  const form = useForm<Typed, unknown, Read>({
    resolver: valibotResolver(schema),
    defaultValues,
    mode,
    // Without it the resolver skips checks across fields once any field is invalid.
    criteriaMode: "all",
  });
  const isField = (path: string): path is Path<Typed> => path in form.getValues();
  const { formState } = form;
  // Not the form's root error, which would make it invalid: the same values can be sent again.
  const [refusal, setRefusal] = useState<string>();
  const submit = form.handleSubmit(async (read) => {
    setRefusal(undefined);
    try {
      if ((await save(read)) !== false) onClose();
    } catch (error) {
      if (error instanceof EditWithdrawn) return error.isUndecided || onClose();
      // The mutation has raised its toast already.
      const issues = issuesOf(error);
      const refused = Object.keys(issues).filter(isField);
      for (const path of refused)
        form.setError(path, { type: "server", message: issues[path] }, { shouldFocus: true });
      if (refused.length === 0) setRefusal(refusalOf(error));
    }
  });
  return {
    ...form,
    /** For `<TextField label="Name" {...form.field("name")} />`; `onChange` runs once the field has its new value. */
    field: (name: Path<Typed>, onChange?: (event: ChangeEvent<HTMLInputElement>) => void) => ({
      ...form.register(name, onChange && { onChange }),
      error: form.getFieldState(name, formState).error?.message,
    }),
    submit,
    /** For `<FormDialog {...form.submission}>`; `error` belongs to no single field. */
    submission: { onSubmit: submit, pending: formState.isSubmitting, error: refusal, onClose },
  };
}
