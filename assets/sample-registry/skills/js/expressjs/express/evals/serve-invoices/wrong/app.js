const express = require('express');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

exports.build = (folder) => {
  const app = express();
  app.get('/invoices/:name', (req, res) => {
    const file = join(folder, req.params.name);
    if (!existsSync(file)) return res.status(404).send('Not found');
    res.sendFile(file);
  });
  return app;
};
