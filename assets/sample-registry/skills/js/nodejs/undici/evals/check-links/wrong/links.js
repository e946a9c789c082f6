const { Agent, request } = require('undici');

const dispatcher = new Agent({ connections: 2 });

exports.check = (urls) =>
  Promise.all(
    urls.map(async (url) => {
      const { statusCode } = await request(url, { dispatcher });
      return statusCode;
    }),
  );
