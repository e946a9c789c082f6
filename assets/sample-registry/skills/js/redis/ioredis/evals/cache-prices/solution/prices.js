const Redis = require('ioredis');

exports.create = (url, load) => {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 500 });
  redis.on('error', () => {});
  return {
    async price(id) {
      const text = await redis.get(`price:${id}`).catch(() => null);
      if (text) return JSON.parse(text);
      const value = await load(id);
      redis.set(`price:${id}`, JSON.stringify(value), 'EX', 300).catch(() => {});
      return value;
    },
    close: () => redis.disconnect(),
  };
};
