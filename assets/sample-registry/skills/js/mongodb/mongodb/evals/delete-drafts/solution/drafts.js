exports.removeDrafts = async (collection, body) => {
  const author = body?.author;
  if (typeof author !== 'string' || author === '') throw new TypeError('author is missing');
  const { deletedCount } = await collection.deleteMany({ author });
  return deletedCount;
};
