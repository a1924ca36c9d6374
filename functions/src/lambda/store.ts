import { createStore } from "@coffer/dynamo/table/store";
import { dynamo, environment } from "./environment.ts";

export const store = createStore(dynamo, environment.tableName);
