// Runs at CloudFront before an answer is sent; infra/constructs/site.ts defines SITE_FILE and SCREEN above it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  var response = event.response;
  var isThere = !request.headers["x-missing"] && (SITE_FILE.test(request.uri) || SCREEN.test(request.uri));
  if (!isThere && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = "Not Found";
  }
  return response;
}
