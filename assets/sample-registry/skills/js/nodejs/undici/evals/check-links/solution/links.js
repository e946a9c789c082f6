const { Agent, request } = require('undici');

const dispatcher = new Agent({ connections: 2 });

exports.check = (urls) =>
  Promise.all(
    urls.map(async (url) => {
      const { statusCode, body } = await request(url, { dispatcher });
      await body.dump(); // gives the connection back
      return statusCode;
    }),
  );
