import { DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { type Check, good, note, wrong } from "./finding.ts";

export const checkCertificate: Check = async ({ stage, usEast1 }) => {
  const { certificateArn, domainName } = stage;
  if (!certificateArn || !domainName) return [];
  const subject = `certificate for ${domainName}`;
  const { Certificate } = await usEast1.acm.send(
    new DescribeCertificateCommand({ CertificateArn: certificateArn }),
  );
  const status = Certificate?.Status ?? "not there";
  if (status !== "ISSUED")
    return wrong(
      subject,
      `it is not issued (${status})`,
      `Create the records of: aws acm describe-certificate --region us-east-1 --certificate-arn ${certificateArn} --query Certificate.DomainValidationOptions`,
    );
  const names = Certificate?.SubjectAlternativeNames ?? [];
  if (!names.some((name) => covers(name, domainName)))
    return wrong(subject, `it is for ${names.join(", ")}`, "Ask for one with that name, in us-east-1");
  return good(subject, "it is issued");
};

/** A wildcard stands for one label: "*.example.com" covers "budget.example.com" and nothing below that. */
const covers = (name: string, host: string): boolean =>
  name === host || (name.startsWith("*.") && host.slice(host.indexOf(".")) === name.slice(1));

/** Asks for one token: nothing else shows whether the account may use the model. */
export const checkModel: Check = async ({ stage, home }) => {
  const { bedrockModelId: modelId } = stage;
  if (!modelId) return good("model", "none: templates word the tips");
  const subject = `model ${modelId}`;
  try {
    await home.bedrock.send(
      new ConverseCommand({
        modelId,
        messages: [{ role: "user", content: [{ text: "Hello" }] }],
        inferenceConfig: { maxTokens: 1 },
      }),
    );
    return good(subject, "it answers");
  } catch (error) {
    return note(
      subject,
      `it does not answer: ${error instanceof Error ? error.message : "unknown error"}. Templates word the tips meanwhile`,
      "Bedrock → Model access in the console; outside us-east-1 most models need a profile such as eu.amazon.nova-micro-v1:0; or bedrockModelId: null",
    );
  }
};
