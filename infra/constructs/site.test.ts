import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { newToken, newUnsubscribeSecret, unsubscribeToken } from "@coffer/core/account/links";
import { ORIGIN_SECRET_HEADER, SECURITY_HEADERS, VIEWER_ADDRESS_HEADER } from "@coffer/functions/api/headers";
import { Match } from "aws-cdk-lib/assertions";
import { CachePolicy, OriginRequestPolicy } from "aws-cdk-lib/aws-cloudfront";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { describe, expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { edgeCode, Site } from "./site.ts";

const WEB = join(import.meta.dirname, "../../web");

const siteOf = (context: Record<string, unknown> = {}, webAclArn?: string) =>
  templateOf((stack, stage) => {
    const originSecret = new Secret(stack, "Secret");
    new Site(stack, "Site", { stage, apiHost: "api.example.com", originSecret, webAclArn });
  }, context);
const plain = siteOf();

describe("the distribution", () => {
  const config = (properties: object) => ({ DistributionConfig: Match.objectLike(properties) });

  test("forwards everything except Host to the API with the origin secret, uncached", () => {
    plain.hasResourceProperties(
      "AWS::CloudFront::Distribution",
      config({
        CacheBehaviors: [
          Match.objectLike({
            PathPattern: "/api/*",
            AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
            CachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
            OriginRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
            ViewerProtocolPolicy: "redirect-to-https",
          }),
          Match.objectLike({ PathPattern: "/share" }),
        ],
        Origins: Match.arrayWith([
          Match.objectLike({
            DomainName: "api.example.com",
            CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: "https-only" }),
            OriginCustomHeaders: [
              {
                HeaderName: ORIGIN_SECRET_HEADER,
                HeaderValue: { "Fn::Join": ["", Match.arrayWith(["{{resolve:secretsmanager:"])] },
              },
            ],
          }),
        ]),
      }),
    );
  });

  test("does not cache errors", () => {
    plain.hasResourceProperties(
      "AWS::CloudFront::Distribution",
      config({
        CustomErrorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
          ErrorCode,
          ErrorCachingMinTTL: 0,
        })),
      }),
    );
  });

  test("compresses the bucket's files", () => {
    plain.hasResourceProperties(
      "AWS::CloudFront::Distribution",
      config({ HttpVersion: "http2and3", DefaultCacheBehavior: Match.objectLike({ Compress: true }) }),
    );
  });

  test("has the stage's host name, certificate and rate rule", () => {
    const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
    const webAclArn = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/coffer/1";
    const own = siteOf({ domainName: "budget.example.com", certificateArn }, webAclArn);
    own.hasResourceProperties(
      "AWS::CloudFront::Distribution",
      config({
        Aliases: ["budget.example.com"],
        ViewerCertificate: Match.objectLike({
          AcmCertificateArn: certificateArn,
          MinimumProtocolVersion: "TLSv1.2_2021",
        }),
        WebACLId: webAclArn,
      }),
    );
  });
});

describe("the bucket", () => {
  const [policy] = Object.values(plain.findResources("AWS::S3::BucketPolicy"));
  const statements: { Effect: string; Principal: object }[] = policy?.Properties.PolicyDocument.Statement;

  test("is private to this distribution", () => {
    plain.hasResourceProperties("AWS::S3::Bucket", {
      BucketEncryption: Match.anyValue(),
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    plain.resourceCountIs("AWS::CloudFront::OriginAccessControl", 1);
    expect(statements.filter(({ Principal }) => "Service" in Principal)).toMatchObject([
      {
        Effect: "Allow",
        Action: ["s3:GetObject", "s3:ListBucket"],
        Principal: { Service: "cloudfront.amazonaws.com" },
        Condition: { StringEquals: { "AWS:SourceArn": expect.anything() } },
      },
    ]);
  });

  test("refuses requests without TLS", () => {
    expect(statements.filter(({ Effect }) => Effect === "Deny")).toMatchObject([
      { Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ]);
  });

  test("is deleted with its stack", () => {
    plain.hasResource("AWS::S3::Bucket", { DeletionPolicy: "Delete" });
    plain.resourceCountIs("Custom::S3AutoDeleteObjects", 1);
  });
});

test("CloudFront sends the same headers as the local server", () => {
  const [policy] = Object.values(plain.findResources("AWS::CloudFront::ResponseHeadersPolicy"));
  const { SecurityHeadersConfig: own, CustomHeadersConfig: others } =
    policy?.Properties?.ResponseHeadersPolicyConfig ?? {};
  const transport = own.StrictTransportSecurity;
  expect(own.ContentSecurityPolicy.ContentSecurityPolicy).toBe(SECURITY_HEADERS["content-security-policy"]);
  const sent = {
    "content-security-policy": own.ContentSecurityPolicy.ContentSecurityPolicy,
    "strict-transport-security": [
      `max-age=${transport.AccessControlMaxAgeSec}`,
      ...(transport.IncludeSubdomains ? ["includeSubDomains"] : []),
      ...(transport.Preload ? ["preload"] : []),
    ].join("; "),
    "x-content-type-options": own.ContentTypeOptions.Override ? "nosniff" : "",
    "referrer-policy": own.ReferrerPolicy.ReferrerPolicy,
    "x-frame-options": own.FrameOptions.FrameOption,
    ...Object.fromEntries(
      others.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
    ),
  };
  expect(sent).toEqual(SECURITY_HEADERS);
});

test("preloadHsts extends https to every host below the domain", () => {
  const transportOf = (context: Record<string, unknown>) => {
    const policies = siteOf(context).findResources("AWS::CloudFront::ResponseHeadersPolicy");
    return Object.values(policies)[0]?.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig
      .StrictTransportSecurity;
  };
  expect(transportOf({})).toMatchObject({ IncludeSubdomains: false, Preload: false });
  const domain = { domainName: "b.example", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" };
  expect(transportOf(domain)).toMatchObject({ IncludeSubdomains: false, Preload: false });
  expect(transportOf({ ...domain, preloadHsts: true })).toMatchObject({
    IncludeSubdomains: true,
    Preload: true,
  });
  expect(() => transportOf({ preloadHsts: true })).toThrow("preloadHsts needs a domainName");
});

describe("at the edge", () => {
  /** Runs a function as CloudFront does, on a request for `uri` from 192.0.2.7. */
  function run(
    name: "page" | "api",
    uri: string,
    headers: Record<string, { value: string }> = {},
    method = "GET",
  ) {
    const event = { viewer: { ip: "192.0.2.7" }, request: { method, uri, headers } };
    return runInNewContext(`${edgeCode(name)}; handler(event)`, { event });
  }

  const token = newToken();
  const tokens = [token, unsubscribeToken(4_523_987, { secret: newUnsubscribeSecret() })];
  const routes = [
    ...readFileSync(join(WEB, "src/routes.tsx"), "utf8").matchAll(
      /(?:path: |screen\(\s*|mailedLink\()"([^"]+)"/g,
    ),
  ].map(([, path = ""]) => path);

  test.each([
    ["same-origin", 204],
    ["none", 204],
    ["cross-site", 403],
    ["same-site", 403],
    [undefined, 403],
  ])("a form that is shared from %s is answered with %i", (site, status) => {
    const headers = Object.fromEntries(site === undefined ? [] : [["sec-fetch-site", { value: site }]]);
    expect(run("page", "/share", headers, "POST")).toEqual({ statusCode: status });
  });

  test("the routes of the web app are read from its source", () => {
    expect(routes).toEqual(expect.arrayContaining(["/", "/auth", "/unsubscribe/$token"]));
    expect(routes.length).toBeGreaterThanOrEqual(12);
  });

  for (const route of routes)
    test(`${route} is served from the shell, with any kind of token`, () => {
      for (const token of tokens) {
        const uri = route.replace(/\{-\$\w+\}|\$\w+/g, token);
        expect([uri, run("page", uri).uri]).toEqual([uri, "/index.html"]);
      }
    });

  for (const uri of ["/assets/app-1234.js", "/assets/gone.js"])
    test(`${uri} is a file`, () => expect(run("page", uri).uri).toBe(uri));

  for (const file of readdirSync(join(WEB, "public"), { recursive: true })
    .map(String)
    .filter((name) => name.includes(".")))
    test(`/${file} is a file`, () => expect(run("page", `/${file}`).uri).toBe(`/${file}`));

  /** The status of an answer that came from the bucket with 200. */
  function statusOf(uri: string, sees: "the requested" | "the rewritten"): number {
    const request = run("page", uri);
    const event = {
      request: sees === "the rewritten" ? request : { ...request, headers: {}, uri },
      response: { statusCode: 200 },
    };
    return runInNewContext(`${edgeCode("missing")}; handler(event)`, { event }).statusCode;
  }

  for (const uri of ["/wp-login.php", "/index.html", "/favicon.svg/x", "/assets"])
    test(`${uri} is the shell`, () => expect(run("page", uri).uri).toBe("/index.html"));

  for (const sees of ["the requested", "the rewritten"] as const) {
    test(`only screens and files are answered with 200, if the function sees ${sees} address`, () => {
      for (const uri of ["/", "/budget", `/unsubscribe/${token}`, "/favicon.svg", "/assets/app-1234.js"])
        expect([uri, statusOf(uri, sees)]).toEqual([uri, 200]);
      for (const uri of ["/wp-login.php", "/favicon.svg/x", "/assets", "/Budget", "/budget/2026"])
        expect([uri, statusOf(uri, sees)]).toEqual([uri, 404]);
    });
  }

  test("a 304 stays a 304 for any address", () => {
    const event = { request: { uri: "/nothing", headers: {} }, response: { statusCode: 304 } };
    expect(runInNewContext(`${edgeCode("missing")}; handler(event)`, { event }).statusCode).toBe(304);
  });

  test("the API gets the viewer's address from the connection, not from a header", () => {
    const { uri, headers } = run("api", "/api/user", { [VIEWER_ADDRESS_HEADER]: { value: "198.51.100.1" } });
    expect(uri).toBe("/api/user");
    expect(headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: "192.0.2.7" });
  });
});
