const jwt = require('jsonwebtoken');

const { SESSION_SECRET, SESSION_SECONDS } = process.env;

exports.issue = (userId) => jwt.sign({}, SESSION_SECRET, { subject: String(userId), expiresIn: SESSION_SECONDS });

exports.check = (token) => {
  try {
    return jwt.verify(token, SESSION_SECRET, { algorithms: ['HS256'] }).sub;
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null;
    throw error;
  }
};
