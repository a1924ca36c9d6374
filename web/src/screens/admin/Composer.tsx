import { type admin, adminEmailBody, MISSING_CONTENT } from "@coffer/contract/admin";
import { fill, PLACEHOLDERS, placeholdersIn } from "@coffer/domain/campaign/announcement";
import { fields } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type InferOutput, string } from "valibot";
import { adminStats, type ListedUser, useSendEmail, useSendTest } from "../../api/admin.ts";
import { ONE_MINUTE } from "../../api/call.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { Button } from "../../ui/base/Button.tsx";
import { FormError } from "../../ui/base/Field.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toastError } from "../../ui/overlays/toast.ts";
import { EMAIL_TEMPLATES } from "./email-templates.ts";
import { numbers } from "./formats.ts";
import { Preview, Recipients, useSample } from "./Preview.tsx";

const TEMPLATES = EMAIL_TEMPLATES.map(({ id, name }) => ({ value: id, label: name }));
const { subject, htmlContent } = adminEmailBody.entries;
/** `to` is "all" or a user's id. */
const composerForm = fields({ subject, htmlContent, to: string() });
const BLANK = { subject: "", htmlContent: "", to: "all" };

export function Composer({ onSent }: { onSent: (id: number) => void }) {
  const client = useQueryClient();
  const [recipient, setRecipient] = useState<ListedUser>();
  const [template, setTemplate] = useState("");
  const send = useSendEmail();
  const test = useSendTest();
  const confirm = useConfirm();
  const sample = useSample();
  const form = useSchemaForm(composerForm, {
    defaultValues: BLANK,
    async save({ to, ...email }) {
      if (to !== "all") return sendTo(Number(to), email);
      const stats = await client.fetchQuery({ ...adminStats, staleTime: ONE_MINUTE }).catch(() => undefined);
      const { people, leftOut } = recipientsOf(stats);
      const isFilled = placeholdersIn(email.subject).length > 0;
      const shown = fill({ subject: email.subject, html: "" }, sample).subject;
      const title = `“${shown}”${isFilled ? ", with each person's own name and figures," : ""}`;
      confirm({
        title: "Send to all users",
        body: `${title} goes to ${people}. ${leftOut}`,
        action: {
          label: `Send to ${people}`,
          pendingLabel: "Sending...",
          variant: "primary",
          run: () => sendTo(undefined, email),
        },
      });
    },
  });
  const sendTo = async (userId: Id | undefined, email: { subject: string; htmlContent: string }) => {
    const { id } = await send.mutateAsync({ ...email, userId });
    form.reset(BLANK);
    setRecipient(undefined);
    setTemplate("");
    onSent(id);
  };
  const choose = (id: string) => {
    const chosen = EMAIL_TEMPLATES.find((each) => each.id === id);
    if (!chosen) return;
    setTemplate(id);
    form.setValue("subject", chosen.subject);
    form.setValue("htmlContent", chosen.content);
    form.clearErrors();
  };
  const warnIfIncomplete = () => {
    const { subject, htmlContent } = form.getValues();
    if (subject.trim() && htmlContent.trim()) return;
    const [title = "", description] = MISSING_CONTENT.split(": ");
    toastError(title, description);
  };
  const submit = (event: FormEvent) => {
    warnIfIncomplete();
    return form.submit(event);
  };
  const sendTest = async () => {
    warnIfIncomplete();
    if (await form.trigger()) test.mutate(form.getValues());
  };
  const field = (name: "subject" | "htmlContent", what: string) => {
    const { error, ...own } = form.field(name);
    return { ...own, error: error === MISSING_CONTENT ? `${what} is required` : error };
  };
  return (
    <div className="columns">
      <Card title="Compose">
        <form className="fields" noValidate onSubmit={submit}>
          <SelectField
            label="Template"
            placeholder="Choose a template"
            options={TEMPLATES}
            value={template}
            onChoose={choose}
          />
          <Recipients chosen={recipient} onChoose={setRecipient} {...form.field("to")} />
          <TextField label="Subject" required {...field("subject", "Subject")} />
          <TextAreaField
            label="HTML Content"
            required
            rows={14}
            spellCheck
            {...field("htmlContent", "Content")}
          />
          <details className="placeholders">
            <summary>Placeholders, filled in for each recipient</summary>
            <dl>
              {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
                <Fact key={name} name={<code>{`{{${name}}}`}</code>}>
                  {meaning}
                </Fact>
              ))}
            </dl>
          </details>
          <FormError>{form.submission.error}</FormError>
          <div className="row">
            <Button type="submit" icon="send" pending={send.isPending} pendingLabel="Sending...">
              Send Email
            </Button>
            <Button variant="secondary" pending={test.isPending} pendingLabel="Sending..." onClick={sendTest}>
              Send me a test
            </Button>
          </div>
        </form>
      </Card>
      <Preview control={form.control} recipient={recipient} />
    </div>
  );
}

function recipientsOf(stats: InferOutput<typeof admin.stats.reply> | undefined) {
  if (!stats?.countedAt || stats.leftOut === undefined)
    return {
      people: stats?.countedAt ? countOf(stats.totalUsers) : "all users",
      leftOut: "People who unsubscribed, or whose address is undeliverable, are left out and counted.",
    };
  const { totalUsers, leftOut } = stats;
  const [others, are] =
    leftOut === 1 ? ["1 other has", "is"] : [`${numbers.format(leftOut)} others have`, "are"];
  return {
    people: countOf(totalUsers - leftOut),
    leftOut:
      leftOut === 0
        ? "Nobody has unsubscribed, and no address is known as undeliverable."
        : `${others} unsubscribed or cannot be reached by email, and ${are} left out.`,
  };
}

const countOf = (people: number) => (people === 1 ? "1 person" : `${numbers.format(people)} people`);
