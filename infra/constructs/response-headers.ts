import { SECURITY_HEADERS } from "@coffer/functions/api/headers";
import { CfnResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";

const {
  "content-security-policy": contentSecurityPolicy,
  "strict-transport-security": transport,
  "referrer-policy": referrerPolicy,
  "x-frame-options": frameOption,
  "x-content-type-options": _nosniff,
  ...others
} = SECURITY_HEADERS;

export function createResponseHeaders(scope: Construct, name: string): CfnResponseHeadersPolicy {
  const always = { override: true };
  return new CfnResponseHeadersPolicy(scope, "Headers", {
    responseHeadersPolicyConfig: {
      name,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, ...always },
        strictTransportSecurity: {
          accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1]),
          includeSubdomains: transport.includes("includeSubDomains"),
          preload: transport.includes("preload"),
          ...always,
        },
        contentTypeOptions: always,
        referrerPolicy: { referrerPolicy, ...always },
        frameOptions: { frameOption, ...always },
      },
      customHeadersConfig: {
        items: Object.entries(others).map(([header, value]) => ({ header, value, ...always })),
      },
    },
  });
}
