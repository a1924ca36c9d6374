import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { Access, Endpoint } from "./endpoint.ts";
import { endpointList } from "./endpoints.ts";
import { BUDGET_OWNER_HEADER, ENTRY_HEADER, errorBody, IDEMPOTENCY_HEADER, VERSION_HEADER } from "./error.ts";

type Json = Record<string, unknown>;

const WHO: Record<Access, string> = {
  anyone: "Anyone.",
  user: "Signed-in users, for their own data.",
  read: "Users who may view the opened budget.",
  transactions: "Users who may change transactions in the opened budget.",
  categories: "Users who may change categories and budgets in the opened budget.",
  manage: "Users with full access to the opened budget.",
  owner: "Owners of the opened budget.",
  admin: "Administrators.",
};
const IN_A_BUDGET: readonly Access[] = ["read", "transactions", "categories", "manage", "owner"];

export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpointList) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Coffer",
      version: "1",
      description:
        "Personal and household budgets. Amounts are JSON numbers with at most two decimals, dates are yyyy-MM-dd, ids are integers.",
    },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description: "Set by signing in. Over https its name is __Host-session.",
        },
      },
      schemas: { Error: schema(errorBody) },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const status = endpoint.status ?? 200;
  const reply = status === 204 ? {} : { content: json(schema(endpoint.reply)) };
  return {
    operationId: name,
    tags: [name.split(".")[0]],
    summary: endpoint.summary,
    description: `For: ${WHO[endpoint.access]}`,
    security: endpoint.access === "anyone" ? [] : [{ session: [] }],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headers(endpoint)],
    ...(endpoint.body && { requestBody: { required: true, content: json(schema(endpoint.body)) } }),
    responses: {
      [status]: { description: "Done", ...replyHeaders(endpoint), ...reply },
      ...Object.fromEntries(
        refusals(endpoint).map(([code, description]) => [
          code,
          { description, content: json({ $ref: "#/components/schemas/Error" }) },
        ]),
      ),
    },
  };
}

const pathParameters = ({ path, params }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: propertiesOf(params)[name] ?? { type: "string" },
  }));

function queryParameters({ query, inParts }: Pick<Endpoint, "query" | "inParts">): Json[] {
  const cursor = { name: "cursor", in: "query", required: false, schema: { type: "string" } };
  if (inParts) return [...queryParameters({ query }), cursor];
  if (!query) return [];
  const { required = [] } = schema(query);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(propertiesOf(query)).map(([name, shape]) => ({
    name,
    in: "query",
    required: needed.includes(name),
    schema: shape,
  }));
}

const propertiesOf = (of: GenericSchema | undefined): Json => (of && toJson(of).properties) ?? {};

function headers({ access, idempotent, deletesOnce, versioned }: Endpoint): Json[] {
  const isKeyed = idempotent || deletesOnce;
  const all: [applies: boolean | undefined, name: string, description: string][] = [
    [
      IN_A_BUDGET.includes(access),
      BUDGET_OWNER_HEADER,
      "The id of the budget's owner; the user's own budget if absent",
    ],
    [versioned, VERSION_HEADER, "The version that was edited; an outdated version is a 409"],
    [isKeyed, IDEMPOTENCY_HEADER, "A retry with the same key returns the first response"],
  ];
  return all.flatMap(([applies, name, description]) =>
    applies ? [{ name, in: "header", description, schema: { type: "string" } }] : [],
  );
}

function replyHeaders({ access, method }: Endpoint): Json {
  if (method === "GET" || !IN_A_BUDGET.includes(access)) return {};
  const description = "The id of the change's activity entry; absent if nothing changed";
  return { headers: { [ENTRY_HEADER]: { description, schema: { type: "string" } } } };
}

function refusals({ access, method, path, body }: Endpoint): [status: string, description: string][] {
  const hasBody = body !== undefined;
  const all: [applies: boolean, status: string, description: string][] = [
    [true, "400", "Invalid input; see `issues`"],
    [access !== "anyone" || path.startsWith("/api/login"), "401", "Not signed in"],
    [access !== "anyone" && access !== "user", "403", "Not allowed"],
    // A path, the budget's header and a body can each name something that does not exist.
    [path.includes(":") || IN_A_BUDGET.includes(access) || hasBody, "404", "Not found, or not yours"],
    [method !== "GET", "409", "Conflict"],
    [hasBody, "413", "Too large"],
    [hasBody, "415", "Not JSON"],
    [true, "429", "Too many requests; see Retry-After"],
    [true, "503", "Busy; see Retry-After"],
  ];
  return all.flatMap(([applies, status, description]) => (applies ? [[status, description]] : []));
}

const json = (of: unknown) => ({ "application/json": { schema: of } });

/** Omits transformations and checks that JSON Schema cannot express. */
function schema(of: GenericSchema): Json {
  const { $schema: _, ...plain } = toJson(of);
  return plain;
}

const toJson = (of: GenericSchema) =>
  toJsonSchema(of, {
    typeMode: "input",
    errorMode: "ignore",
    // A month or a year may be sent as a number or as digits; the checks that follow describe it.
    overrideSchema: ({ valibotSchema }) => (valibotSchema.type === "union" ? {} : undefined),
  });
