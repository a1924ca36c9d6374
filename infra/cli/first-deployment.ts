import { setTimeout as wait } from "node:timers/promises";
import { DescribeCertificateCommand, RequestCertificateCommand } from "@aws-sdk/client-acm";
import { UsageProblem } from "@coffer/functions/cli/command-line";
import * as v from "valibot";
import { hasSender, type Stage, stackNames, stageFile } from "../config.ts";
import type { Aws } from "./aws.ts";
import { findStack } from "./stacks.ts";

/** The operator at the terminal. */
export type Person = { ask: (question: string) => Promise<string>; tell: (text: string) => void };

type Question = {
  question: string;
  proposed?: string | undefined;
  problem: (answer: string) => string | undefined;
};

async function answerTo(person: Person, { question, proposed, problem }: Question): Promise<string> {
  for (;;) {
    const given = (await person.ask(`${question}${proposed ? ` [${proposed}]` : ""}: `)).trim();
    const answer = given || (proposed ?? "");
    const wrong = problem(answer);
    if (!wrong) return answer;
    person.tell(wrong);
  }
}

const isAddress = (text: string) => v.is(v.pipe(v.string(), v.email()), text);
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;

/** The required settings that the stage lacks, by their names in infra/config.ts. */
export const missingSettings = (stage: Stage, region: string | undefined): string[] => [
  ...(region ? [] : ["region (the AWS region, or set AWS_REGION)"]),
  ...(hasSender(stage) ? [] : ["mailFrom (the sender of all mail, an address of yours)"]),
];

/** Names the file that the missing settings belong in. */
export const refuseWithout = (stage: Stage, missing: readonly string[]): UsageProblem =>
  new UsageProblem(
    `The stage "${stage.name}" lacks ${missing.join(" and ")}. Write it to ${stageFile(stage.name)} as {"region": "…", "mailFrom": "…"}, or run this command in a terminal, which asks for it.`,
  );

type Settings = Partial<Pick<Stage, "region" | "mailFrom" | "mailIdentity" | "domainName" | "alarmEmail">>;

/** Asks for the settings that a first deployment needs; only for the region if there is a sender. */
export async function askSettings(
  person: Person,
  stage: Stage,
  profileRegion: string | undefined,
): Promise<Settings> {
  const region = await answerTo(person, {
    question: "AWS region, such as eu-central-1",
    proposed: stage.region ?? profileRegion,
    problem: (answer) => (REGION.test(answer) ? undefined : "A region is written like eu-central-1."),
  });
  if (hasSender(stage)) return { region };
  const mailFrom = await answerTo(person, {
    question: "Sender of all mail, an address that you can read",
    problem: (answer) =>
      isAddress(answer) && hasSender({ mailFrom: answer })
        ? undefined
        : "Mail cannot be sent from this address.",
  });
  const domainName = await answerTo(person, {
    question: "Host name of the product, such as budget.example.org (empty: CloudFront's)",
    problem: (answer) =>
      answer === "" || HOST.test(answer) ? undefined : "A host name is written like budget.example.org.",
  });
  const alarmEmail = await answerTo(person, {
    question: "Address that alarms are mailed to (none: nobody)",
    proposed: mailFrom,
    problem: (answer) => (answer === "none" || isAddress(answer) ? undefined : "This is not an address."),
  });
  const senderDomain = mailFrom.slice(mailFrom.indexOf("@") + 1);
  // Whoever creates the records of the host can create those of the sender's domain.
  const ownsSenderDomain = [domainName, senderDomain].includes(commonEnd(domainName, senderDomain));
  return {
    region,
    mailFrom,
    mailIdentity: domainName && ownsSenderDomain ? "domain" : "address",
    ...(domainName && { domainName }),
    alarmEmail: alarmEmail === "none" ? null : alarmEmail,
  };
}

/** The shorter of two host names if the other is a subdomain of it, otherwise "". */
function commonEnd(one: string, other: string): string {
  const [shorter = "", longer = ""] = [one, other].sort((a, b) => a.length - b.length);
  return `.${longer}`.endsWith(`.${shorter}`) ? shorter : "";
}

/** Requests the host's certificate, which ACM issues once a DNS record proves the domain. Returns its ARN. */
export async function requestCertificate({ acm }: Aws, host: string): Promise<string> {
  const { CertificateArn = "" } = await acm.send(
    new RequestCertificateCommand({
      DomainName: host,
      ValidationMethod: "DNS",
      IdempotencyToken: host.replace(/\W/g, "").slice(-32),
    }),
  );
  return CertificateArn;
}

/**
 * Resolves once the certificate is issued, and tells `person` the DNS record to create. UsageProblem without a person.
 */
export async function untilIssued(
  { acm }: Aws,
  arn: string,
  person: Person | undefined,
  pollMs = 10_000,
): Promise<void> {
  let told = false;
  for (;;) {
    const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    const { Status, DomainValidationOptions = [] } = Certificate ?? {};
    if (Status === "ISSUED") return;
    const records = DomainValidationOptions.flatMap(({ ResourceRecord: record }) =>
      record ? [`${record.Name} ${record.Type} ${record.Value}`] : [],
    );
    if (Status !== "PENDING_VALIDATION" || (!person && records.length > 0))
      throw new UsageProblem(
        [
          `The certificate ${arn} is not issued (${Status}). Create this record with your DNS provider:`,
          ...records,
        ].join("\n  "),
      );
    if (!told && records.length > 0) {
      person?.tell(
        [
          "Create this record with your DNS provider; it proves that the domain is yours:",
          ...records.map((record) => `  ${record}`),
          "The deployment continues some minutes later. You may interrupt it until then and run the same command again.",
        ].join("\n"),
      );
      told = true;
    }
    await wait(pollMs);
  }
}

type Places = { stage: Stage; home: Aws };

/** `isApex` resolves with true for a domain that has name servers of its own. */
export async function whatIsLeft(
  { stage, home }: Places,
  isApex: (domain: string) => Promise<boolean>,
): Promise<string> {
  const { name, domainName, hostedZoneId, mailFrom, mailIdentity, alarmEmail } = stage;
  const { data, app } = stackNames(name, home.region);
  const [ofData, ofApp] = await Promise.all([outputsOf(home, data), outputsOf(home, app)]);
  const records = ["Dkim1", "Dkim2", "Dkim3", "MailFromMx", "MailFromSpf", "Dmarc"].flatMap(
    (output) => ofData.get(output) ?? [],
  );
  const host = ofApp.get("CloudFrontHost") ?? "";
  if (domainName && !hostedZoneId)
    records.push(
      (await isApex(domainName))
        ? `${domainName} ALIAS ${host} (a domain's own name cannot be a CNAME; some providers call this ANAME or a flattened CNAME)`
        : `${domainName} CNAME ${host}`,
    );
  const clicks = [
    ...(mailIdentity === "address" ? [`the mail from SES to ${mailFrom}`] : []),
    ...(alarmEmail ? [`the mails from AWS Notifications to ${alarmEmail}`] : []),
  ];
  const steps = [
    ...(records.length > 0
      ? [["Create these records with your DNS provider:", ...records].join("\n     ")]
      : []),
    ...(clicks.length > 0 ? [`Click the link in ${clicks.join(", and in ")}.`] : []),
    `Ask for SES's production access; until then mail goes to verified addresses only:\n     https://${home.region}.console.aws.amazon.com/ses/home?region=${home.region}#/get-set-up`,
    `Create your account at ${ofApp.get("Url")}, then: pnpm admin grant YOUR@ADDRESS --stage ${name}`,
  ];
  return ["", "What is left to do:", ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join("\n");
}

async function outputsOf(aws: Aws, stack: string): Promise<Map<string, string>> {
  const { Outputs = [] } = (await findStack(aws, stack)) ?? {};
  return new Map(Outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
}
