import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { createMailIdentity } from "./mail.ts";

const identityOf = (context: Record<string, unknown>, records: unknown = expect.anything()) =>
  templateOf(
    (stack, stage) => {
      expect(createMailIdentity(stack, stage).map(({ text }) => text)).toEqual(records);
    },
    { mailFrom: "coffer@budget.example", ...context },
  );

test("the identity is the address, which needs no record", () => {
  identityOf({}, []).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "coffer@budget.example",
  });
});

test("the identity is the whole domain, with the records that DKIM, SPF and DMARC need", () => {
  identityOf({ mailIdentity: "domain", alarmEmail: "ops@budget.example" }, [
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/^mail\.budget\.example MX 10 feedback-smtp\..+\.amazonses\.com$/),
    'mail.budget.example TXT "v=spf1 include:amazonses.com ~all"',
    '_dmarc.budget.example TXT "v=DMARC1; p=none; rua=mailto:ops@budget.example"',
  ]).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "budget.example",
    MailFromAttributes: { MailFromDomain: "mail.budget.example" },
  });
});

test("there is no identity without a sender", () => {
  identityOf({ mailFrom: "coffer@example.com" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
});

test.each(["ops@elsewhere.org", "ops@notbudget.example", "null"])(
  "DMARC asks for no reports to %s, whose domain would have to accept them first",
  (alarmEmail) => {
    identityOf(
      { mailIdentity: "domain", alarmEmail },
      expect.arrayContaining(['_dmarc.budget.example TXT "v=DMARC1; p=none"']),
    );
  },
);

test("an identity that SES has already is not created again", () => {
  identityOf({ mailIdentity: "existing" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
});

test("only a failed creation removes the identity", () => {
  identityOf({}).hasResource("AWS::SES::EmailIdentity", {
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
});
