import { createStore } from "@coffer/dynamo/stores";
import { dynamo, environment } from "./environment.ts";

export const store = createStore(dynamo, environment.tableName, environment);
