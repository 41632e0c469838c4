from kestrel import every

every("5m").run("backup")
