import { valibotResolver } from "@hookform/resolvers/valibot";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { ApiError } from "../../api/api-error.ts";

type Options<Typed extends FieldValues, Read> = {
  defaultValues: DefaultValues<Typed>;
  /** Sends what was read. When it fails the form keeps all that was typed. */
  save: (read: Read) => Promise<unknown>;
  /** When the fields are checked first; at the first submission unless said. */
  mode?: "onSubmit" | "onChange";
};

/** A form that reads its fields with a schema of the contract, and shows beside them what the server refuses. */
export function useSchemaForm<Typed extends FieldValues, Read extends FieldValues>(
  schema: GenericSchema<Typed, Read>,
  { defaultValues, save, mode = "onSubmit" }: Options<Typed, Read>,
) {
  const form = useForm<Typed, unknown, Read>({
    resolver: valibotResolver(schema),
    defaultValues,
    mode,
    // Or the resolver would stop before the checks across fields, once any field is wrong.
    criteriaMode: "all",
  });
  const isField = (path: string): path is Path<Typed> => path in form.getValues();
  const { formState } = form;
  return {
    ...form,
    /** The props of a field: `<TextField label="Name" {...form.field("name")} />`. */
    field: (name: Path<Typed>) => ({
      ...form.register(name),
      error: form.getFieldState(name, formState).error?.message,
    }),
    submit: form.handleSubmit(async (read) => {
      try {
        await save(read);
      } catch (error) {
        // The toast has been raised already, by the change itself.
        if (!(error instanceof ApiError)) return;
        for (const { path, message } of error.issues) {
          if (isField(path)) form.setError(path, { type: "server", message }, { shouldFocus: true });
        }
      }
    }),
  };
}
