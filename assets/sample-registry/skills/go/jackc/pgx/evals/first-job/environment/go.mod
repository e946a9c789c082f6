module example.com/jobs

go 1.19

require github.com/jackc/pgx/v5 v5.10.0
