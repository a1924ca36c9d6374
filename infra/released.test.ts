import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPinned, PINNED, resourcesOfAll } from "./test/released-resources.ts";
import { EVERYTHING, synthesise } from "./test/synthesise.ts";

const folder = join(import.meta.dirname, "test/released");
const now = resourcesOfAll();

describe.each(readdirSync(folder))("deployed over the release of %s", (file) => {
  const released: typeof now = JSON.parse(readFileSync(join(folder, file), "utf8"));

  test.each(Object.keys(released))(
    "the stack %s keeps every resource that holds data or is named elsewhere",
    (stack) => {
      const before = Object.entries(released[stack] ?? {});
      const pinned = before.filter(([id, resource]) => isPinned(id, resource));
      expect(now[stack]).toMatchObject(Object.fromEntries(pinned));
    },
  );

  test.each(Object.keys(released))(
    "the stack %s changes no resource's type, which CloudFormation refuses",
    (stack) => {
      const changed = Object.entries(released[stack] ?? {}).filter(
        ([id, { type }]) => (now[stack]?.[id]?.type ?? type) !== type,
      );
      expect(changed).toEqual([]);
    },
  );
});

/** Types whose names need not be unique in the account. */
const HARMLESS = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Stage",
  "AWS::Backup::BackupPlan",
  "AWS::Route53::RecordSet",
  // CDK derives their names from their place in the tree.
  "AWS::CloudFront::Function",
  "AWS::Scheduler::ScheduleGroup",
  // A variable of GitHub's environment holds its ARN.
  "AWS::IAM::Role",
  // Named within their group, which has no fixed name.
  "AWS::Scheduler::Schedule",
]);

test("no other resource has a fixed name, which would collide when its construct is moved", () => {
  const named = Object.values(synthesise(EVERYTHING)).flatMap((template) =>
    Object.entries(template?.toJSON().Resources ?? {}).flatMap(([id, resource]) => {
      const { Type, Properties = {} } = Object(resource);
      const name = Type.split("::").at(-1);
      const own = [
        "Name",
        ...(name === "Alarm" ? [] : [`${name}Name`]),
        "ApplicationName",
        "GroupName",
      ].filter((key) => typeof Properties[key] === "string" && Properties[key].includes("coffer"));
      return own.length > 0 && !PINNED[Type] && !HARMLESS.has(Type) ? [`${id}: ${own}`] : [];
    }),
  );
  expect(named).toEqual([]);
});
