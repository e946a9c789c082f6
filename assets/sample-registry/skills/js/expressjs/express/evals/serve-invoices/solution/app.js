const express = require('express');

exports.build = (folder) => {
  const app = express();
  app.get('/invoices/:name', (req, res) => {
    res.sendFile(req.params.name, { root: folder }, (error) => {
      if (error && !res.headersSent) res.status(404).send('Not found'); // outside of the folder, too
    });
  });
  return app;
};
