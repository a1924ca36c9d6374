import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Fn, RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";

/**
 * Identifies no client, and leaves the rest to the function's own line. Alarms need this log for the calls that did not
 * reach the function or that it did not finish. `requestId` is the answer's x-request-id.
 */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  functionRequestId: "$context.integration.requestId",
  method: "$context.httpMethod",
  status: "$context.status",
  milliseconds: "$context.responseLatency",
  error: "$context.error.message",
  functionError: "$context.integrationErrorMessage",
};

export const accessLogName = (stage: string): string => `/aws/vendedlogs/coffer/${stage}/http`;

export class Api extends Construct {
  readonly api: HttpApi;
  readonly host: string;
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.api = new HttpApi(this, "Http", { apiName: `coffer-${stage.name}`, createDefaultStage: false });
    this.host = Fn.select(2, Fn.split("/", this.api.apiEndpoint));
    this.accessLog = new LogGroup(this, "Log", {
      // With another prefix each API adds to CloudWatch's one resource policy, whose size is limited.
      logGroupName: accessLogName(stage.name),
      retention: stage.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: stage.requestsPerSecond, burstLimit: stage.requestsPerSecond * 2 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }

  /** Not in the constructor: the function needs the site's origin, and the site needs this API's host. */
  route(target: IFunction): void {
    const integration = new HttpLambdaIntegration("Function", target);
    for (const route of this.api.addRoutes({
      path: "/api/{proxy+}",
      methods: [HttpMethod.ANY],
      integration,
    })) {
      acknowledge(route, {
        APIG4: "The application checks the session of every call and the secret that CloudFront adds",
      });
    }
  }
}
