// Runs at CloudFront before the cache; infra/constructs/site.ts defines SITE_FILE and SCREEN above it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  // For missing.js, which may see the address that is written here.
  delete request.headers["x-missing"];
  // Nothing is posted to a page but what the service worker asks about; a body goes no further than here.
  if (request.method === "POST") return { statusCode: isShare(request) ? 204 : 403 };
  if (SITE_FILE.test(request.uri)) return request;
  if (!SCREEN.test(request.uri)) request.headers["x-missing"] = { value: "1" };
  request.uri = "/index.html";
  return request;
}

/** From the system's share sheet or a page of ours, which the service worker cannot see (web/src/worker/service-worker.ts). */
function isShare(request) {
  var site = request.headers["sec-fetch-site"] || {};
  return request.uri === "/share" && (site.value === "same-origin" || site.value === "none");
}
