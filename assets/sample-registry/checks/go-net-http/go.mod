module claims

go 1.27
