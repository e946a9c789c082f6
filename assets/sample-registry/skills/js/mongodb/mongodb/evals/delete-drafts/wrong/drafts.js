exports.removeDrafts = async (collection, body) => {
  if (!body) throw new TypeError('no body');
  const { deletedCount } = await collection.deleteMany({ author: body.author });
  return deletedCount;
};
