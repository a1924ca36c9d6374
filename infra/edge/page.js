// Runs at CloudFront before the cache; infra/constructs/site.ts defines SITE_FILE and SCREEN above it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  // For missing.js, which may see the rewritten address.
  delete request.headers["x-missing"];
  // Only the service worker's question about a shared form is a POST; the body goes no further.
  if (request.method === "POST") return { statusCode: isShare(request) ? 204 : 403 };
  if (SITE_FILE.test(request.uri)) return request;
  if (!SCREEN.test(request.uri)) request.headers["x-missing"] = { value: "1" };
  request.uri = "/index.html";
  return request;
}

/**
 * From the system's share sheet or the product itself, which the service worker cannot tell
 * (web/src/worker/service-worker.ts).
 */
function isShare(request) {
  var site = request.headers["sec-fetch-site"] || {};
  return request.uri === "/share" && (site.value === "same-origin" || site.value === "none");
}
