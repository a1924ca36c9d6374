import { App } from "aws-cdk-lib/core";
import { createStacks } from "./stacks.ts";

/** What `cdk` runs (cdk.json): the stacks of one stage. */
createStacks(new App());
