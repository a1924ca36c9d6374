import { valibotResolver } from "@hookform/resolvers/valibot";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { EditWithdrawn, issuesOf } from "../../api/api-error.ts";

type Options<Typed extends FieldValues, Read> = {
  defaultValues: DefaultValues<Typed>;
  /** Rejects where it fails; the fields are not emptied then. */
  save: (read: Read) => Promise<unknown>;
  /** Instead of a save: the person chose the version that somebody else saved meanwhile. */
  onWithdrawn?: () => void;
  mode?: "onSubmit" | "onChange";
};

/** A form that is parsed with a schema, and shows the issues of the server beside their fields. */
export function useSchemaForm<Typed extends FieldValues, Read extends FieldValues>(
  schema: GenericSchema<Typed, Read>,
  { defaultValues, save, onWithdrawn, mode = "onSubmit" }: Options<Typed, Read>,
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
  return {
    ...form,
    /** For `<TextField label="Name" {...form.field("name")} />`. */
    field: (name: Path<Typed>) => ({
      ...form.register(name),
      error: form.getFieldState(name, formState).error?.message,
    }),
    submit: form.handleSubmit(async (read) => {
      try {
        await save(read);
      } catch (error) {
        if (error instanceof EditWithdrawn && !error.isUndecided) onWithdrawn?.();
        // The mutation has raised its toast already.
        for (const [path, message] of Object.entries(issuesOf(error))) {
          if (isField(path)) form.setError(path, { type: "server", message }, { shouldFocus: true });
        }
      }
    }),
  };
}
