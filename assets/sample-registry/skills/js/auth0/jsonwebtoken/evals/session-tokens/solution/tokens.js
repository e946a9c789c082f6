const jwt = require('jsonwebtoken');

const { SESSION_SECRET, SESSION_SECONDS } = process.env;

exports.issue = (userId) =>
  jwt.sign({}, SESSION_SECRET, { subject: String(userId), expiresIn: Number(SESSION_SECONDS) });

exports.check = (token) => {
  try {
    return jwt.verify(token, SESSION_SECRET, { algorithms: ['HS256'] }).sub;
  } catch {
    return null; // broken payloads throw errors of other classes
  }
};
