import { App } from "aws-cdk-lib/core";
import { createStacks } from "./stacks.ts";

createStacks(new App());
