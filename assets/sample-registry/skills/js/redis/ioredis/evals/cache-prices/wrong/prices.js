const Redis = require('ioredis');

exports.create = (url, load) => {
  const redis = new Redis(url);
  redis.on('error', () => {});
  return {
    async price(id) {
      const text = await redis.get(`price:${id}`).catch(() => null);
      if (text) return JSON.parse(text);
      const value = await load(id);
      await redis.set(`price:${id}`, JSON.stringify(value), 'EX', 300).catch(() => {});
      return value;
    },
    close: () => redis.disconnect(),
  };
};
