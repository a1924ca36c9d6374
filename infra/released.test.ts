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
    "the stack %s replaces and removes nothing that holds data or is named elsewhere",
    (stack) => {
      const before = Object.entries(released[stack] ?? {});
      const pinned = before.filter(([id, resource]) => isPinned(id, resource));
      expect(now[stack]).toMatchObject(Object.fromEntries(pinned));
    },
  );

  test.each(Object.keys(released))(
    "the stack %s gives no resource another type, which CloudFormation refuses",
    (stack) => {
      const changed = Object.entries(released[stack] ?? {}).filter(
        ([id, { type }]) => (now[stack]?.[id]?.type ?? type) !== type,
      );
      expect(changed).toEqual([]);
    },
  );
});

/** A name that is none of an account's: of an interface, of a record, or not unique. */
const HARMLESS = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Stage",
  "AWS::Backup::BackupPlan",
  "AWS::Route53::RecordSet",
  // CDK makes names for these, of their place in the tree.
  "AWS::CloudFront::Function",
  "AWS::Scheduler::ScheduleGroup",
  // A variable of GitHub's environment holds its ARN.
  "AWS::IAM::Role",
  // Names within their group, which has none.
  "AWS::Scheduler::Schedule",
]);

test("nothing else has a fixed name, under which a moved construct could not be created a second time", () => {
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
