// Runs at CloudFront before the cache; infra/constructs/site.ts defines SITE_FILE and SCREEN above it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  // For missing.js, which may see the address that is written here.
  delete request.headers["x-missing"];
  if (SITE_FILE.test(request.uri)) return request;
  if (!SCREEN.test(request.uri)) request.headers["x-missing"] = { value: "1" };
  request.uri = "/index.html";
  return request;
}
