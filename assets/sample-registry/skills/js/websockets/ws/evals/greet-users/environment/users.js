/** The name of who connects: asked of a service, which takes its time. */
exports.loadUser = async (request) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return new URL(request.url, 'http://x').searchParams.get('user') ?? 'nobody';
};
