import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { createMailIdentity } from "./mail.ts";

const identityOf = (context: Record<string, unknown>, records: unknown = expect.anything()) =>
  templateOf((stack, stage) => {
    expect(createMailIdentity(stack, stage).map(({ text }) => text)).toEqual(records);
  }, context);

test("the identity is the address, which needs no record", () => {
  identityOf({}, []).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "coffer@example.com",
  });
});

test("the identity is the whole domain, with the records that DKIM, SPF and DMARC need", () => {
  identityOf({ mailIdentity: "domain", alarmEmail: "ops@example.com" }, [
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/ CNAME /),
    expect.stringMatching(/^mail\.example\.com MX 10 feedback-smtp\..+\.amazonses\.com$/),
    'mail.example.com TXT "v=spf1 include:amazonses.com ~all"',
    '_dmarc.example.com TXT "v=DMARC1; p=none; rua=mailto:ops@example.com"',
  ]).hasResourceProperties("AWS::SES::EmailIdentity", {
    EmailIdentity: "example.com",
    MailFromAttributes: { MailFromDomain: "mail.example.com" },
  });
});

test.each(["ops@elsewhere.org", "ops@notexample.com", "null"])(
  "DMARC asks for no reports to %s, whose domain would have to accept them first",
  (alarmEmail) => {
    identityOf(
      { mailIdentity: "domain", alarmEmail },
      expect.arrayContaining(['_dmarc.example.com TXT "v=DMARC1; p=none"']),
    );
  },
);

test("the identity is one that SES has already, and the stack creates none", () => {
  identityOf({ mailIdentity: "existing" }, []).resourceCountIs("AWS::SES::EmailIdentity", 0);
});

test("the identity stays when its stack is deleted, and goes with a creation that failed", () => {
  identityOf({}).hasResource("AWS::SES::EmailIdentity", {
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
});
