import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ORIGIN_SECRET_HEADER, SECURITY_HEADERS } from "@coffer/functions/api/headers";
import { SCREEN, SITE_FILE } from "@coffer/functions/site-files";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Annotations, Duration, RemovalPolicy, SecretValue, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge, environmentOf, pinLogicalId } from "./acknowledge.ts";

const BUCKET_ID = "SiteBucket";

/**
 * Statuses whose answers CloudFront would cache for ten seconds by host and path alone, for everybody, whatever their
 * Cache-Control says. Only the bucket answers with 400, 403 and 416.
 */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

type SiteProps = {
  stage: Stage;
  apiHost: string;
  originSecret: ISecret;
  webAclArn: string | undefined;
};

export class Site extends Construct {
  readonly bucket: Bucket;
  readonly distribution: cloudfront.Distribution;
  readonly origin: string;

  constructor(scope: Construct, id: string, { stage, apiHost, originSecret, webAclArn }: SiteProps) {
    super(scope, id);
    this.bucket = createBucket(this);

    // CloudFront's names are unique in the account, across regions.
    const accountWide = `coffer-${stage.name}-${Stack.of(this).region}`;
    const headers = createResponseHeaders(this, accountWide, stage);
    const shared = {
      responseHeadersPolicy: headers,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const pages: cloudfront.BehaviorOptions = {
      ...shared,
      // Without the right to list, S3 answers 403 instead of 404.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        originAccessControl: new cloudfront.S3OriginAccessControl(this, "Access", {
          originAccessControlName: accountWide,
        }),
      }),
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      functionAssociations: [
        this.#atEdge("page"),
        this.#atEdge("missing", cloudfront.FunctionEventType.VIEWER_RESPONSE),
      ],
    };
    const api: cloudfront.BehaviorOptions = {
      ...shared,
      origin: new HttpOrigin(apiHost, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        keepaliveTimeout: Duration.seconds(60),
        customHeaders: {
          [ORIGIN_SECRET_HEADER]: SecretValue.secretsManager(originSecret.secretArn).unsafeUnwrap(),
        },
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // All headers of the browser except Host, by which API Gateway routes.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [this.#atEdge("api")],
    };

    const { domainName, certificateArn } = stage;
    this.distribution = new cloudfront.Distribution(this, "Distribution", {
      // CloudFormation reads the secret again only when another property of the distribution changes.
      comment: `Coffer ${stage.name} (origin secret ${stage.originSecretEdition})`,
      defaultRootObject: "index.html",
      defaultBehavior: pages,
      additionalBehaviors: {
        "/api/*": api,
        "/share": { ...pages, allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL },
      },
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(domainName &&
        certificateArn && {
          domainNames: [domainName],
          certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
          minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
      ...(webAclArn && { webAclId: webAclArn }),
    });
    Annotations.of(this.distribution).acknowledgeWarning(
      "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
      "The edge function rewrites the bucket's root, which could be listed, to the shell",
    );
    this.origin = `https://${domainName ?? this.distribution.distributionDomainName}`;
    acknowledge(this.distribution, {
      CFR1: "People may use their budget from any country",
      CFR3: "Access logs would keep every visitor's address; the API's own log and CloudFront's metrics do not",
      ...(!webAclArn && {
        CFR2: "The rate rule is the operator's choice (rateLimit); sign-in is limited by the API itself",
      }),
      ...(!domainName && {
        CFR4: "CloudFront's own host name comes with its own certificate and protocol list",
      }),
    });
  }

  #atEdge(name: EdgeCode, eventType = cloudfront.FunctionEventType.VIEWER_REQUEST) {
    const code = cloudfront.FunctionCode.fromInline(edgeCode(name));
    const runtime = cloudfront.FunctionRuntime.JS_2_0;
    return {
      function: new cloudfront.Function(this, name, { code, runtime }),
      eventType,
    };
  }
}

type EdgeCode = "page" | "missing" | "api";

export const edgeCode = (name: EdgeCode): string =>
  [
    ...(name === "api" ? [] : [`var SITE_FILE = ${SITE_FILE};`, `var SCREEN = ${SCREEN};`]),
    readFileSync(join(import.meta.dirname, `../edge/${name}.js`), "utf8"),
  ].join("\n");

function createBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, "Bucket", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  });
  pinLogicalId(bucket, BUCKET_ID);
  acknowledge(bucket, { S1: "Holds the public build only, and is read by CloudFront alone" });
  return bucket;
}

const {
  "content-security-policy": contentSecurityPolicy,
  "strict-transport-security": transport,
  "referrer-policy": referrerPolicy,
  "x-frame-options": frameOption,
  "x-content-type-options": _nosniff,
  ...others
} = SECURITY_HEADERS;

/** CloudFront has dedicated properties for five of the headers. */
function createResponseHeaders(
  scope: Construct,
  name: string,
  { preloadHsts }: Stage,
): cloudfront.CfnResponseHeadersPolicy {
  const always = { override: true };
  return new cloudfront.CfnResponseHeadersPolicy(scope, "Headers", {
    responseHeadersPolicyConfig: {
      name,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, ...always },
        strictTransportSecurity: {
          accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1]),
          includeSubdomains: preloadHsts,
          preload: preloadHsts,
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

const ONE_YEAR = 31_536_000;

/** Hashed files of earlier builds stay: an open page loads its screens by their old names. */
export class SiteFiles extends Construct {
  readonly shell: BucketDeployment;

  constructor(scope: Construct, id: string, { bucket, build }: { bucket: IBucket; build: string }) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Log", {
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const shared = { destinationBucket: bucket, prune: false, logGroup, memoryLimit: 256 };
    const assets = new BucketDeployment(this, "Assets", {
      ...shared,
      sources: [Source.asset(join(build, "assets"))],
      destinationKeyPrefix: "assets",
      cacheControl: [CacheControl.fromString(`public, max-age=${ONE_YEAR}, immutable`)],
    });
    this.shell = new BucketDeployment(this, "Shell", {
      ...shared,
      sources: [Source.asset(build, { exclude: ["assets", "assets/**", ".*"] })],
      cacheControl: [CacheControl.noCache()],
    });
    // The shell refers to the hashed files.
    this.shell.node.addDependency(assets);
    acknowledgeUploader(assets);
  }
}

/** CDK creates one uploading function per stack and chooses its rights. */
function acknowledgeUploader({ handlerRole }: BucketDeployment): void {
  const { partition, account, region } = environmentOf(handlerRole);
  const staging = `cdk-hnb659fds-assets-${account}-${region}`;
  const managed = "Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";
  const rights = [
    "Action::s3:GetBucket*",
    "Action::s3:GetObject*",
    "Action::s3:List*",
    "Action::s3:Abort*",
    "Action::s3:DeleteObject*",
    `Resource::arn:${partition}:s3:::${staging}/*`,
    `Resource::<${BUCKET_ID}.Arn>/*`,
  ];
  acknowledge(handlerRole, {
    [`IAM4[${managed}]`]: "CDK's uploader: CDK writes its role",
    ...Object.fromEntries(
      rights.map((right) => [
        `IAM5[${right}]`,
        "CDK's uploader reads the staging bucket and writes the site's, and nothing else",
      ]),
    ),
  });
  if (handlerRole.node.scope)
    acknowledge(handlerRole.node.scope, { L1: "CDK's uploader: CDK chooses its runtime" });
}
