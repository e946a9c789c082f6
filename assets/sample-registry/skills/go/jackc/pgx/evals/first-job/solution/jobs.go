package main

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func FirstWanted(ctx context.Context, pool *pgxpool.Pool, wanted func(id int64) bool) (int64, error) {
	rows, err := pool.Query(ctx, "select id from jobs where state = 'new' order by id")
	if err != nil {
		return 0, err
	}
	// An early return leaves the loop with rows open: their connection goes back with Close alone.
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return 0, err
		}
		if wanted(id) {
			return id, nil
		}
	}
	return -1, rows.Err()
}
